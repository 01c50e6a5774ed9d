import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { LinkBase } from 'ra-core'
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { ticksUpTo } from '../../../domain/format/series.ts'
import { formatShort } from '../../../domain/format/text.ts'
import './charts.css'

/** How the bars of a series look: `before` is what the others are compared with. */
export type Tone = 'main' | 'second' | 'before'

export interface Series {
  name: string
  tone: Tone
}

export interface Bars {
  id: string
  /** In full, as details and screen readers name it. */
  label: string
  /** In short, as the axis names it. */
  tick: string
  /** One of each series. */
  values: readonly number[]
  /** The list of what is counted. */
  to?: string | undefined
}

export interface BarChartProps {
  title: string
  /** What is counted, where the title does not say it. */
  unit?: string
  series: readonly Series[]
  bars: readonly Bars[]
  /** A value as details show it. */
  format: (value: number) => string
  /** Of the plot, without title and axis. */
  height: number
  /** About how many ticks the axis of the values has. */
  ticks?: number
}

/** Widths of the plot, in pixels, up to which `.chart-tick` hides the labels of the next class (charts.css). */
const WIDTHS = [230, 380, 700]

/** In which class of width the label of each bar first has room: 0 for all, 3 for none but the widest. */
const tickClasses = (bars: readonly Bars[]): number[] => {
  const room = Math.max(...bars.map(({ tick }) => tick.length)) * 6.5 + 14
  const steps = WIDTHS.map((width) => Math.max(1, Math.ceil((bars.length * room) / width)))
  return bars.map((_, index) => {
    const found = steps.findIndex((step) => index % step === 0)
    return found === -1 ? WIDTHS.length : found
  })
}

const detailsOf = ({ values }: Bars, series: readonly Series[], format: BarChartProps['format']) =>
  series.map(({ name, tone }, index) => ({ name, tone, value: format(values[index] ?? 0) }))

const Legend = ({ series }: { series: readonly Series[] }) =>
  series.length < 2 ? null : (
    <span className="chart-legend" aria-hidden="true">
      {series.map(({ name, tone }) => (
        <span key={name}>
          <i className="chart-swatch" data-tone={tone} />
          {name}
        </span>
      ))}
    </span>
  )

/** How far the keys move among the bars; from one end to the other with Home and End. */
const moved = (key: string, active: number, count: number): number | undefined => {
  const last = count - 1
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: Math.max(0, active - 1),
    ArrowRight: Math.min(last, active + 1),
    PageUp: Math.max(0, active - 7),
    PageDown: Math.min(last, active + 7),
    Home: 0,
    End: last,
  }
  return moves[key]
}

/**
 * Values over time as bars. One stop of the Tab key: the arrows move among the bars, whose details show beside them, and Enter
 * opens the list of one. A finger shows the details first and opens the list with a second tap.
 */
export const BarChart = ({ title, unit, series, bars, format, height, ticks = 4 }: BarChartProps) => {
  const id = useId()
  const links = useRef<(HTMLElement | null)[]>([])
  const touched = useRef<number>(undefined)
  const [active, setActive] = useState<number>()
  const scale = ticksUpTo(Math.max(0, ...bars.flatMap(({ values }) => values)), ticks)
  const top = scale.at(-1) ?? 1
  const classes = tickClasses(bars)
  const labels = scale.map(formatShort)
  const shown = active === undefined ? undefined : bars[active]
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') setActive(undefined)
    if (event.key === 'Enter' && active !== undefined) links.current[active]?.click()
    const next = moved(event.key, active ?? -1, bars.length)
    if (next === undefined) return
    event.preventDefault()
    setActive(next)
  }
  const onPointerDown = (event: PointerEvent, index: number): void => {
    touched.current = event.pointerType === 'mouse' || index === active ? undefined : index
  }
  return (
    <figure className="chart" aria-labelledby={`${id}title`}>
      <figcaption className="chart-head">
        <Typography id={`${id}title`} component="span" className="chart-title">
          {title}
          {unit === undefined ? null : <span className="chart-unit"> · {unit}</span>}
        </Typography>
        <Legend series={series} />
      </figcaption>
      <div className="chart-body" style={{ height }}>
        <div className="chart-values" aria-hidden="true">
          {/* As wide as the longest of them. */}
          <span className="chart-widest">{labels.reduce((a, b) => (b.length > a.length ? b : a), '')}</span>
          {scale.map((tick, index) => (
            <span key={tick} style={{ bottom: `${(tick / top) * 100}%` }}>
              {labels[index]}
            </span>
          ))}
        </div>
        <div
          className="chart-plot"
          role="listbox"
          tabIndex={0}
          aria-label={`${title}: con las flechas se recorre, con Entrar se abre la lista`}
          aria-orientation="horizontal"
          aria-activedescendant={active === undefined ? undefined : `${id}bar${active}`}
          onKeyDown={onKeyDown}
          onFocus={(event) => {
            if (event.target === event.currentTarget && event.target.matches(':focus-visible'))
              setActive((last) => last ?? 0)
          }}
          onBlur={() => setActive(undefined)}
          onPointerLeave={() => setActive(undefined)}
        >
          {scale.map((tick) => (
            <i key={tick} className="chart-line" style={{ bottom: `${(tick / top) * 100}%` }} />
          ))}
          {bars.map((bar, index) => {
            const { id: key, label, tick, values, to } = bar
            const details = detailsOf(bar, series, format)
            const props = {
              id: `${id}bar${index}`,
              role: 'option',
              'aria-selected': index === active,
              'aria-label': `${label}: ${details.map(({ name, value }) => `${name} ${value}`).join(', ')}`,
              className: 'chart-column',
              tabIndex: -1,
              ref: (element: HTMLElement | null) => {
                links.current[index] = element
              },
              onPointerEnter: () => setActive(index),
              onPointerDown: (event: PointerEvent) => onPointerDown(event, index),
            } as const
            const content = (
              <>
                <span className="chart-bars">
                  {values.map((value, number) => (
                    <i
                      key={series[number]?.name}
                      className="chart-bar"
                      data-tone={series[number]?.tone}
                      style={{ height: value > 0 ? `max(3px, ${(value / top) * 100}%)` : 0 }}
                    />
                  ))}
                </span>
                <span className="chart-tick" data-from={classes[index]}>
                  {tick}
                </span>
              </>
            )
            return to === undefined ? (
              <div key={key} {...props}>
                {content}
              </div>
            ) : (
              <LinkBase
                key={key}
                {...props}
                to={to}
                draggable={false}
                onClick={(event) => {
                  if (touched.current !== index) return
                  // The first tap shows the details, for which a pointer only hovers.
                  event.preventDefault()
                  touched.current = undefined
                  setActive(index)
                }}
              >
                {content}
              </LinkBase>
            )
          })}
          {shown === undefined || active === undefined ? null : (
            <Details
              bar={shown}
              at={(active + 0.5) / bars.length}
              details={detailsOf(shown, series, format)}
            />
          )}
        </div>
      </div>
    </figure>
  )
}

interface DetailsProps {
  bar: Bars
  /** Where along the axis, from 0 to 1. */
  at: number
  details: ReturnType<typeof detailsOf>
}

/** Beside its bar, and always within the plot. */
const Details = ({ bar, at, details }: DetailsProps) => (
  <Box
    className="chart-details"
    aria-hidden="true"
    style={{ left: `${at * 100}%`, transform: `translateX(${-at * 100}%)` }}
  >
    <strong>{bar.label}</strong>
    {details.map(({ name, tone, value }) => (
      <span key={name}>
        <i className="chart-swatch" data-tone={tone} />
        {name}
        <b>{value}</b>
      </span>
    ))}
    {bar.to === undefined ? null : <small className="chart-hint">Toque otra vez para ver la lista</small>}
  </Box>
)
