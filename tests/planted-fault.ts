/** The functions of a module that a planted fault replaces. */
// biome-ignore lint/suspicious/noExplicitAny: a fault calls the functions of any module with their own arguments
export type Original = Record<string, (...args: any[]) => any>
