/** Performance only: jsdom walks the whole document for each label of a field. The results are the same. */

const LABELABLE = new Set(['BUTTON', 'INPUT', 'METER', 'OUTPUT', 'PROGRESS', 'SELECT', 'TEXTAREA'])

const isLabelable = (element: Element): boolean =>
  LABELABLE.has(element.tagName) && element.getAttribute('type') !== 'hidden'

function firstField(parent: Element): Element | null {
  for (let child = parent.firstElementChild; child; child = child.nextElementSibling) {
    const found = isLabelable(child) ? child : firstField(child)
    if (found) return found
  }
  return null
}

function fieldOf(label: HTMLLabelElement): Element | null {
  const id = label.getAttribute('for')
  if (id === null) return firstField(label)
  const found = document.getElementById(id)
  return found && isLabelable(found) ? found : null
}

type Labels = ReadonlyMap<Element, readonly HTMLLabelElement[]>

function labelsByField(): Labels {
  const labels = new Map<Element, HTMLLabelElement[]>()
  const all = document.getElementsByTagName('label')
  // By index: jsdom's iteration over a collection is slower than everything else.
  for (let index = 0; index < all.length; index++) {
    const label = all.item(index)
    const field = label && fieldOf(label)
    if (field) labels.set(field, [...(labels.get(field) ?? []), label])
  }
  return labels
}

/** Call it once per window. */
export function quickenLabels(): void {
  let known: Labels | undefined
  const changes = new MutationObserver(() => {
    known = undefined
  })
  changes.observe(document, { subtree: true, childList: true, attributeFilter: ['for', 'id', 'type'] })
  const labelsOf = (field: Element) => {
    if (changes.takeRecords().length > 0) known = undefined
    known ??= labelsByField()
    return known.get(field) ?? []
  }
  for (const { prototype } of [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement, HTMLButtonElement])
    Object.defineProperty(prototype, 'labels', {
      configurable: true,
      get(this: Element) {
        return labelsOf(this)
      },
    })
}
