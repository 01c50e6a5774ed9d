import Pagination from '@mui/material/Pagination'
import PaginationItem from '@mui/material/PaginationItem'
import useMediaQuery from '@mui/material/useMediaQuery'

const MOVES: Readonly<Record<string, string>> = {
  first: 'Primera página',
  last: 'Última página',
  previous: 'Página anterior',
  next: 'Página siguiente',
}

const nameOf = (type: string, page: number | null): string => MOVES[type] ?? `Página ${page ?? ''}`

interface PageLinksProps {
  page: number
  count: number
  onChange: (page: number) => void
  /** Somebody is about to go to a page. */
  onAim?: (page: number | null) => void
}

/** First, previous, the pages around, next and last. */
export const PageLinks = ({ page, count, onChange, onAim }: PageLinksProps) => {
  const isPhone = useMediaQuery('(max-width: 599.95px)')
  return (
    <Pagination
      page={page}
      count={count}
      onChange={(_, next) => onChange(next)}
      showFirstButton
      showLastButton
      siblingCount={isPhone ? 0 : 1}
      shape="rounded"
      color="primary"
      aria-label="Páginas"
      getItemAriaLabel={(type, number) => nameOf(type, number)}
      renderItem={(item) => (
        <PaginationItem
          {...item}
          onMouseEnter={() => onAim?.(item.page)}
          onFocus={() => onAim?.(item.page)}
        />
      )}
    />
  )
}
