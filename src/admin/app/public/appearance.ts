import { DARK, FONT, LIGHT } from '../styles/tokens.ts'

type Appearance = 'light' | 'dark'

/** Key of the chosen theme in react-admin's store, also read by the pages outside it. */
const CHOICE = 'RaStoreCartelera.theme'

const storedTheme = (): string | null => {
  try {
    return window.localStorage.getItem(CHOICE)
  } catch {
    return null
  }
}

/** The chosen theme, or the system's. */
const currentAppearance = (): Appearance => {
  const choice = storedTheme()
  if (choice === '"dark"') return 'dark'
  if (choice === '"light"') return 'light'
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Applies the theme: sets the tokens as custom properties, and the colour scheme of native controls. */
export const applyAppearance = (appearance: Appearance = currentAppearance()): void => {
  const { style, dataset } = document.documentElement
  dataset.theme = appearance
  style.colorScheme = appearance
  style.setProperty('--font', FONT)
  for (const [name, value] of Object.entries(appearance === 'dark' ? DARK : LIGHT))
    style.setProperty(`--${kebab(name)}`, value)
}
