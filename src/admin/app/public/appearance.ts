import { DARK, FONT, LIGHT } from '../styles/tokens.ts'

type Appearance = 'light' | 'dark'

/** Where react-admin's store keeps the choice of theme; the pages outside it read the same. */
const CHOICE = 'RaStoreCartelera.theme'

const chosen = (): string | null => {
  try {
    return window.localStorage.getItem(CHOICE)
  } catch {
    return null
  }
}

/** The chosen theme, else that of the system. */
const currentAppearance = (): Appearance => {
  const choice = chosen()
  if (choice === '"dark"') return 'dark'
  if (choice === '"light"') return 'light'
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Paints the page: the tokens become custom properties, the browser's own parts follow. */
export const applyAppearance = (appearance: Appearance = currentAppearance()): void => {
  const { style, dataset } = document.documentElement
  dataset.theme = appearance
  style.colorScheme = appearance
  style.setProperty('--font', FONT)
  for (const [name, value] of Object.entries(appearance === 'dark' ? DARK : LIGHT))
    style.setProperty(`--${kebab(name)}`, value)
}
