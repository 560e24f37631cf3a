import { Component, type ReactNode } from 'react'

interface Broken {
  error: unknown
}

/** Renders a fallback if a view throws or its code cannot be loaded (VER-2). */
export class ErrorBoundary extends Component<
  { children: ReactNode; instead: (error: unknown) => ReactNode },
  { broken: Broken | null }
> {
  override state: { broken: Broken | null } = { broken: null }

  static getDerivedStateFromError(error: unknown): { broken: Broken } {
    return { broken: { error } }
  }

  override render(): ReactNode {
    const { broken } = this.state
    return broken === null ? this.props.children : this.props.instead(broken.error)
  }
}
