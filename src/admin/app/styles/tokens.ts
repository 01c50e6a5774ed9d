/** The product's colours; every pair used for text has a contrast of 4.5:1. */
export interface Tokens {
  /** Text, and secondary text. */
  ink: string
  inkSoft: string
  /** Disabled text: weaker, but still readable (3:1 on every ground). */
  faint: string
  line: string
  /** Borders of inputs (3:1). */
  field: string
  ground: string
  card: string
  bar: string
  barInk: string
  action: string
  /** Hover state of `action`. */
  actionStrong: string
  onAction: string
  amber: string
  red: string
  redGround: string
  redInk: string
  yellowGround: string
  yellowInk: string
  green: string
  /** Bars of a second series, next to those in the action colour (3:1). */
  chartSecond: string
  chip: string
  selected: string
}

export const LIGHT: Tokens = {
  ink: '#1b2430',
  inkSoft: '#566273',
  faint: '#7a8594',
  line: '#e3e7ed',
  field: '#8591a3',
  ground: '#f5f6f8',
  card: '#ffffff',
  bar: '#20304a',
  barInk: '#d7deea',
  action: '#2a66d6',
  actionStrong: '#1f54b8',
  onAction: '#ffffff',
  amber: '#ffb224',
  red: '#c62f3b',
  redGround: '#fde3e5',
  redInk: '#a21c28',
  yellowGround: '#fff1cf',
  yellowInk: '#7a5200',
  green: '#1c7c54',
  chartSecond: '#c2620a',
  chip: '#eef2f8',
  selected: '#eaf1fd',
}

export const DARK: Tokens = {
  ink: '#e8ecf2',
  inkSoft: '#9aa7b8',
  faint: '#7c899c',
  line: '#2a3442',
  field: '#66758a',
  ground: '#10161e',
  card: '#18202b',
  bar: '#0c1219',
  barInk: '#d7deea',
  action: '#7aa7ff',
  actionStrong: '#a3c3ff',
  onAction: '#0c1219',
  amber: '#ffc457',
  red: '#ff7b84',
  redGround: '#4a1a20',
  redInk: '#ff9ba2',
  yellowGround: '#46350c',
  yellowInk: '#ffd37a',
  green: '#5fd3a2',
  chartSecond: '#ffb870',
  chip: '#222c3a',
  selected: '#1d2a40',
}

export const FONT = 'Inter, system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif'
