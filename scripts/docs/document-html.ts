import { basename } from 'node:path'
import { fromMarkdown } from 'mdast-util-from-markdown'

type Root = ReturnType<typeof fromMarkdown>
type Node = Root['children'][number]

/**
 * Converts the Markdown of a generated document to HTML: headings, paragraphs, lists, code, tables and pictures. Links to files of the
 * repository become plain text.
 */
export function documentHtml(markdown: string): string {
  return markdown
    .replaceAll(/^<!-- .* -->\n/gm, '')
    .split(/\n{2,}/)
    .map((block) => (block.startsWith('|') ? tableHtml(block) : childrenHtml(fromMarkdown(block))))
    .join('\n')
}

/** Fills in a value in the table of the cover. Throws if the table has no such row. */
export function withCoverValue(html: string, name: string, value: string): string {
  const row = new RegExp(`(<td>${name}</td>)<td>.*?</td>`)
  if (!row.test(html)) throw new Error(`the cover of the document has no row ${name}`)
  return html.replace(row, (_, cell: string) => `${cell}<td>${value}</td>`)
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** A table with at least this many columns is printed on a page in landscape format. */
const wideColumns = 7

function tableHtml(block: string): string {
  const [head = [], , ...rows] = block
    .trim()
    .split('\n')
    .map((line) => line.slice(1, -1).split(/(?<!\\)\|/))
  const row = (tag: 'th' | 'td', cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${cellHtml(cell)}</${tag}>`).join('')}</tr>`
  const body = rows.map((cells) => row('td', cells)).join('\n')
  const kind = head.length >= wideColumns ? ' class="wide" tabindex="0"' : ''
  return `<div${kind}><table><thead>${row('th', head)}</thead><tbody>\n${body}\n</tbody></table></div>`
}

function cellHtml(cell: string): string {
  return childrenHtml(fromMarkdown(cell.trim().replaceAll('\\|', '|'))).replace(/^<p>(.*)<\/p>$/s, '$1')
}

function childrenHtml({ children }: { children: readonly Node[] }): string {
  return children.map(nodeHtml).join('')
}

function nodeHtml(node: Node): string {
  switch (node.type) {
    case 'text':
      return escapeHtml(node.value)
    case 'inlineCode':
      return `<code>${escapeHtml(node.value)}</code>`
    case 'code':
      return `<pre tabindex="0"><code>${escapeHtml(node.value)}</code></pre>`
    case 'html':
      return /^<br\/?>$/.test(node.value) ? '<br>' : escapeHtml(node.value)
    case 'image':
      return `<img src="/${escapeHtml(basename(node.url))}" alt="${escapeHtml(node.alt ?? '')}">`
    case 'link':
      return childrenHtml(node)
    case 'heading': {
      const part = /^(\d+)\. /.exec(childrenHtml(node))?.[1]
      return `<h${node.depth}${part === undefined ? '' : ` id="parte-${part}"`}>${childrenHtml(node)}</h${node.depth}>`
    }
    case 'list':
      return node.ordered ? `<ol>${childrenHtml(node)}</ol>` : `<ul>${childrenHtml(node)}</ul>`
    case 'listItem':
      return `<li>${childrenHtml(node).replace(/^<p>(.*)<\/p>$/s, '$1')}</li>`
    case 'paragraph':
      return `<p>${childrenHtml(node)}</p>`
    case 'strong':
      return `<strong>${childrenHtml(node)}</strong>`
    case 'emphasis':
      return `<em>${childrenHtml(node)}</em>`
    default:
      throw new Error(`the document has a ${node.type}, which is not converted`)
  }
}
