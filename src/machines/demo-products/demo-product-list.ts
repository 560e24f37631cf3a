/** A product of the template's shop (spec §3 "Demo product"). */
export interface DemoProduct {
  /** 1 to 12. */
  id: number
  /** Number of ratings, in parentheses. */
  rating: string
  oldprice: string
  newprice: string
  title: string
}

/** The twelve products of the template; none is for sale (spec §3, SHELL-6). */
export const demoProductList: readonly DemoProduct[] = [
  { id: 1, rating: '(12)', oldprice: '120', newprice: '89', title: 'vase' },
  { id: 2, rating: '(48)', oldprice: '640', newprice: '499', title: 'chair' },
  { id: 3, rating: '(95)', oldprice: '329', newprice: '259', title: 'shoes' },
  { id: 4, rating: '(210)', oldprice: '459', newprice: '349', title: 'headphones' },
  { id: 5, rating: '(33)', oldprice: '2890', newprice: '2490', title: 'camera lens' },
  { id: 6, rating: '(76)', oldprice: '219', newprice: '169', title: 'school bag' },
  { id: 7, rating: '(154)', oldprice: '899', newprice: '749', title: 'watch' },
  { id: 8, rating: '(187)', oldprice: '4999', newprice: '4399', title: 'laptop' },
  { id: 9, rating: '(61)', oldprice: '389', newprice: '299', title: 'hand bag' },
  { id: 10, rating: '(27)', oldprice: '180', newprice: '139', title: 'stool' },
  { id: 11, rating: '(143)', oldprice: '249', newprice: '199', title: 'ear buds' },
  { id: 12, rating: '(19)', oldprice: '710', newprice: '579', title: 'chair' },
]

/** The products on screen: all, or those with the picked id. */
export function shownProducts(pickedId: number | null): readonly DemoProduct[] {
  return pickedId === null ? demoProductList : demoProductList.filter(({ id }) => id === pickedId)
}
