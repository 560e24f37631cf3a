import { useRef } from 'react'
import { type DemoProduct, shownProducts } from '../../machines/demo-products/demo-product-list.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
import './demo-products-page.css'

const price = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

const titles: Record<string, string> = {
  vase: 'Vaso',
  chair: 'Cadeira',
  shoes: 'Sapatos',
  headphones: 'Fones de ouvido',
  'camera lens': 'Lente de câmera',
  'school bag': 'Mochila escolar',
  watch: 'Relógio',
  laptop: 'Notebook',
  'hand bag': 'Bolsa de mão',
  stool: 'Banqueta',
  'ear buds': 'Fones intra-auriculares',
}

const texts = {
  note: 'Esta página é uma demonstração: nada está à venda, e nenhum pedido é feito.',
  none: 'Nenhum produto tem este código.',
} as const

/** The template's demo shop, not in the menu: both buttons of a product filter the list to this product (SHELL-6). */
export function DemoProductsPage() {
  const shop = useFlow('demoProducts')
  const products = shownProducts(useFlowState('demoProducts', (shop) => shop.context.pickedId))
  const isFiltered = useFlowState('demoProducts', (shop) => shop.matches('one'))
  const list = useRef<HTMLUListElement>(null)

  function showAll() {
    shop.send({ type: 'demo.showAll' })
    // The pressed button disappears.
    list.current?.focus()
  }

  return (
    <>
      <PageHeading title="Produtos de demonstração" context="Uma lista de exemplo do modelo" />
      <p className="card card-note demo-note">{texts.note}</p>
      <div className="demo-choice">
        <p role="status">{summaryOf(products.length, isFiltered)}</p>
        {isFiltered && (
          <button type="button" className="btn btn-quiet" onClick={showAll}>
            Mostrar todos
          </button>
        )}
      </div>
      <ul ref={list} tabIndex={-1} className="demo-products d-grid gap-3" aria-label="Produtos">
        {products.map((product) => (
          <ProductCard
            key={product.id}
            product={product}
            onOpen={() => shop.send({ type: 'PRODUCT', payload: product.id })}
            onAdd={() => shop.send({ type: 'ADD_TO_CART', payload: product.id })}
          />
        ))}
      </ul>
    </>
  )
}

interface ProductCardProps {
  product: DemoProduct
  onOpen: () => void
  onAdd: () => void
}

function ProductCard({ product, onOpen, onAdd }: ProductCardProps) {
  const { id, title, rating, oldprice, newprice } = product
  const name = titles[title] ?? title
  const nameId = `produto-${id}`
  return (
    <li className="card demo-product d-grid one-column gap-2">
      <h2 id={nameId}>{name}</h2>
      <p className="text-soft">
        <span className="visually-hidden">Avaliações: </span>
        {rating}
      </p>
      <p className="demo-prices d-flex flex-wrap align-items-baseline">
        <s>
          <span className="visually-hidden">De </span>
          {price.format(Number(oldprice))}
        </s>
        <strong>
          <span className="visually-hidden">por </span>
          {price.format(Number(newprice))}
        </strong>
      </p>
      <div className="d-grid gap-2 mt-2">
        <button type="button" className="btn btn-quiet" aria-describedby={nameId} onClick={onOpen}>
          Ver produto
        </button>
        <button type="button" className="btn btn-primary" aria-describedby={nameId} onClick={onAdd}>
          Adicionar ao carrinho
        </button>
      </div>
    </li>
  )
}

function summaryOf(count: number, isFiltered: boolean): string {
  if (count === 0) return texts.none
  return isFiltered ? 'Apenas o produto escolhido.' : `${count} produtos`
}
