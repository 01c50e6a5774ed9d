import type { ReactNode } from 'react'

interface PageTitleProps {
  /** The page's one heading, and the title of the browser's tab. */
  title: string
  /** What stands beside the heading: a badge, a link. */
  children?: ReactNode
  /** Keeps the heading for readers alone, where the page shows its name otherwise. */
  hidden?: boolean
}

const HIDDEN = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const

/** A page's `h1` and its title in the browser. */
export const PageTitle = ({ title, children, hidden = false }: PageTitleProps) => (
  <>
    <title>{`${title} · Cartelera`}</title>
    <h1 className="page-title" style={hidden ? HIDDEN : undefined}>
      {title}
    </h1>
    {children}
  </>
)
