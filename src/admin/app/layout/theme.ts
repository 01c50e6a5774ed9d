import type { RaThemeOptions } from 'react-admin'
import { DARK, FONT, LIGHT, type Tokens } from '../styles/tokens.ts'

const createTheme = (mode: 'light' | 'dark', tokens: Tokens): RaThemeOptions => ({
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
      // Keeps a contrast of more than 3:1 for ink on any ground.
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
  components: componentStyles(tokens),
})

const PHONE = '@media (width < 600px)'

/** Touch targets of at least 44 px on a phone, also for components with a size of their own. */
const touch = (styles: object) => ({ [PHONE]: { '&&': { minHeight: 44, ...styles } } })

type Components = NonNullable<RaThemeOptions['components']>

const surfaces = ({
  line,
  bar,
  barInk,
  amber,
  ink,
  inkSoft,
  card,
  chip,
  selected,
  action,
}: Tokens): Components => ({
  MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiCard: {
    defaultProps: { elevation: 0 },
    styleOverrides: { root: { border: `1px solid ${line}`, borderRadius: 12 } },
  },
  MuiMenu: {
    styleOverrides: {
      paper: { border: `1px solid ${line}`, marginTop: 6, boxShadow: '0 8px 28px rgb(0 0 0 / 16%)' },
    },
  },
  MuiAutocomplete: {
    styleOverrides: {
      paper: { border: `1px solid ${line}`, boxShadow: '0 8px 28px rgb(0 0 0 / 16%)' },
      option: { '&&[aria-selected="true"]': { boxShadow: `inset 3px 0 0 ${action}` } },
    },
  },
  MuiDialog: {
    // Shown at once, without fading in.
    defaultProps: { transitionDuration: { enter: 0, exit: 195 } },
    styleOverrides: {
      // Dialogs never stack: a later one hides the one that opened it. Transparent instead of hidden, so that the focus
      // can return.
      root: { '&:has(~ .MuiDialog-root)': { opacity: 0 } },
      paper: {
        borderRadius: 12,
        border: `1px solid ${line}`,
        [PHONE]: { margin: 12, width: 'calc(100% - 24px)' },
      },
    },
  },
  MuiAppBar: {
    defaultProps: { elevation: 0, color: 'secondary' },
    styleOverrides: {
      root: {
        top: 'var(--banner)',
        backgroundColor: bar,
        color: '#ffffff',
        borderRadius: 0,
        // Relative: its menus overlap the page.
        '@media (height < 400px)': { position: 'relative', top: 0 },
      },
    },
  },
  MuiToolbar: { styleOverrides: { root: { '&&': { minHeight: 52 }, color: barInk } } },
  MuiAvatar: { styleOverrides: { root: { backgroundColor: amber, color: '#20304a' } } },
  MuiTooltip: { styleOverrides: { tooltip: { backgroundColor: ink, color: card, fontSize: 12 } } },
  MuiChip: {
    styleOverrides: {
      root: { borderRadius: 6, fontWeight: 600 },
      colorDefault: {
        backgroundColor: chip,
        '&.MuiChip-clickable:hover, &.Mui-focusVisible': { backgroundColor: selected },
      },
      clickable: touch({}),
      deleteIcon: { color: inkSoft, '&:hover': { color: ink } },
    },
  },
})

const actions = ({ action, actionStrong, onAction, red, line, card, ink }: Tokens): Components => {
  const ring = { outline: `2px solid ${action}`, outlineOffset: 2 }
  // For full-width items in a box that clips outside outlines.
  const innerRing = { '&:focus-visible, &.Mui-focusVisible': { outlineOffset: -2 } }
  const chosenItem = { '&.Mui-selected': { boxShadow: `inset 3px 0 0 ${action}` } }
  return {
    MuiButtonBase: {
      styleOverrides: {
        root: {
          '&:focus-visible, &.Mui-focusVisible': ring,
          // The ring shows the focus; a ripple over the text would reduce its contrast.
          '&& .MuiTouchRipple-childPulsate': { display: 'none' },
        },
      },
    },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: { borderRadius: 8, minHeight: 36, padding: '6px 14px', ...touch({}) },
        outlined: { borderColor: line, backgroundColor: card },
        outlinedPrimary: { color: ink },
        outlinedError: { color: red },
      },
    },
    MuiToggleButton: {
      styleOverrides: {
        root: {
          '&.Mui-selected': {
            color: onAction,
            backgroundColor: action,
            '&:hover': { backgroundColor: actionStrong },
          },
        },
      },
    },
    MuiLink: {
      styleOverrides: { root: { fontWeight: 600, '&:focus-visible': { ...ring, borderRadius: 4 } } },
      defaultProps: { underline: 'hover' },
    },
    MuiIconButton: { styleOverrides: { root: touch({ minWidth: 44 }) } },
    MuiPaginationItem: { styleOverrides: { root: touch({ minWidth: 44, margin: 0 }) } },
    MuiMenuItem: { styleOverrides: { root: { minHeight: 38, ...innerRing, ...chosenItem, ...touch({}) } } },
    MuiListItemButton: { styleOverrides: { root: { ...innerRing, ...chosenItem } } },
    // Arrows where tabs go on beyond an edge. On a phone their places are always taken: the chosen tab is scrolled into
    // view before they appear.
    MuiTabs: {
      defaultProps: { scrollButtons: true, allowScrollButtonsMobile: true },
      styleOverrides: {
        scrollButtons: { width: 28, '@media (width >= 600px)': { '&.Mui-disabled': { display: 'none' } } },
      },
    },
    MuiTab: { styleOverrides: { root: innerRing } },
  }
}

// Labels are above their inputs: they never cover the value, and need no animation.
const inputs = ({ field, inkSoft, card }: Tokens): Components => ({
  MuiTextField: { defaultProps: { variant: 'outlined', size: 'small' } },
  MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small', margin: 'dense' } },
  MuiInputLabel: {
    defaultProps: { shrink: true },
    styleOverrides: {
      root: { fontSize: 12, fontWeight: 600, color: inkSoft, lineHeight: 1.4 },
      outlined: {
        position: 'static',
        transform: 'none',
        maxWidth: '100%',
        marginBottom: 4,
        pointerEvents: 'auto',
        '&.MuiInputLabel-shrink': { transform: 'none', maxWidth: '100%' },
      },
    },
  },
  MuiInputBase: {
    styleOverrides: { input: { '&::placeholder': { color: inkSoft, opacity: 1 } } },
  },
  MuiFormControlLabel: { styleOverrides: { root: touch({}) } },
  MuiOutlinedInput: {
    defaultProps: { notched: false },
    styleOverrides: {
      root: { backgroundColor: card, borderRadius: 8 },
      input: { [PHONE]: { '&&&:not(textarea)': { paddingTop: 12, paddingBottom: 12 } } },
      notchedOutline: { top: 0, borderColor: field, '& legend': { display: 'none' } },
    },
  },
  MuiFormHelperText: {
    // Explanations of disabled fields must stay readable.
    styleOverrides: { root: { marginLeft: 0, marginRight: 0, '&.Mui-disabled': { color: inkSoft } } },
  },
})

const tables = ({ ink, inkSoft, faint, line, selected }: Tokens): Components => ({
  MuiTableCell: {
    styleOverrides: {
      root: { borderColor: line, padding: '7px 12px', fontVariantNumeric: 'tabular-nums' },
      head: { fontSize: 12, fontWeight: 600, color: inkSoft, whiteSpace: 'nowrap', padding: '9px 12px' },
    },
  },
  // Every sortable header has an arrow; the active one is darker.
  MuiTableSortLabel: {
    styleOverrides: {
      root: {
        '& .MuiTableSortLabel-icon': { opacity: 1, color: faint },
        '&:hover .MuiTableSortLabel-icon': { opacity: 1, color: inkSoft },
        '&.Mui-active .MuiTableSortLabel-icon': { color: ink },
      },
    },
  },
  MuiTableRow: { styleOverrides: { root: { '&.Mui-selected': { backgroundColor: selected } } } },
})

/** MUI's components with the given colours: no shadows, no capitals, subtle borders. */
const componentStyles = (tokens: Tokens): Components => ({
  ...surfaces(tokens),
  ...actions(tokens),
  ...inputs(tokens),
  ...tables(tokens),
})

export const lightTheme = createTheme('light', LIGHT)
export const darkTheme = createTheme('dark', DARK)
