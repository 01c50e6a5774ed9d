import type { RaThemeOptions } from 'react-admin'
import { DARK, FONT, LIGHT, type Tokens } from '../styles/tokens.ts'
import { componentsOf } from './theme-components.ts'

const themeOf = (mode: 'light' | 'dark', tokens: Tokens): RaThemeOptions => ({
  palette: {
    mode,
    primary: { main: tokens.action, dark: tokens.actionStrong, contrastText: tokens.onAction },
    secondary: { main: tokens.bar, contrastText: '#ffffff' },
    error: { main: tokens.red, dark: tokens.redInk },
    success: { main: tokens.green },
    warning: { main: tokens.yellowInk },
    text: { primary: tokens.ink, secondary: tokens.inkSoft, disabled: tokens.faint },
    divider: tokens.line,
    background: { default: tokens.ground, paper: tokens.card },
    action: {
      selected: tokens.selected,
      hover: tokens.chip,
      disabled: tokens.faint,
      disabledBackground: tokens.chip,
      // Of ink on any ground this leaves more than 3:1.
      disabledOpacity: 0.6,
    },
  },
  shape: { borderRadius: 8 },
  typography: {
    fontFamily: FONT,
    fontSize: 14,
    body1: { fontSize: '0.875rem' },
    h1: { fontSize: '1.25rem', fontWeight: 700 },
    h2: { fontSize: '0.875rem', fontWeight: 700 },
    h6: { fontSize: '1rem', fontWeight: 700 },
    button: { textTransform: 'none', fontWeight: 600 },
  },
  components: componentsOf(tokens),
})

/** The product's one look, by day. */
export const lightTheme = themeOf('light', LIGHT)

/** The same at night. */
export const darkTheme = themeOf('dark', DARK)
