import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import type { Totals } from '../../../../domain/credits/totals.ts'
import { formatCount, formatMoney } from '../../../../domain/format/numbers.ts'
import { useTotals } from './figures.ts'

const NAMES: readonly (readonly [keyof Totals, string])[] = [
  ['sales', 'Ventas'],
  ['refunds', 'Devoluciones'],
  ['credits', 'Créditos'],
  ['transfers', 'Transferencias'],
  ['refundTransfers', 'Devoluciones de transferencias'],
]

const credits = (count: number): string => (count === 1 ? '1 crédito' : `${formatCount(count)} créditos`)

interface TotalCardsProps {
  only: object
  /** Which of the totals a person sees: agents only sell. */
  shown: readonly (keyof Totals)[]
}

/** The sums of sales, refunds, credits and transfers: always those of the rows that the list shows. */
export const TotalCards = ({ only, shown }: TotalCardsProps) => {
  const { data, error } = useTotals(only)
  if (error)
    return (
      <Alert severity="error" sx={{ mb: 2 }}>
        {error.message}
      </Alert>
    )
  return (
    <Box
      component="dl"
      aria-busy={data === undefined}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))',
        gap: 1.5,
        m: 0,
        mb: 2,
      }}
    >
      {NAMES.filter(([name]) => shown.includes(name)).map(([name, label]) => (
        <Card key={name} data-testid={`total-${name}`} sx={{ px: 2, py: 1.5 }}>
          <Box component="dt" sx={{ fontSize: 12, fontWeight: 600, color: 'text.secondary' }}>
            {label}
          </Box>
          <Box
            component="dd"
            sx={{
              m: 0,
              fontSize: { xs: 16, sm: 20 },
              fontWeight: 700,
              fontVariantNumeric: 'tabular-nums',
              overflowWrap: 'anywhere',
            }}
          >
            {data === undefined ? '…' : formatMoney(data[name].total)}
          </Box>
          <Box component="dd" sx={{ m: 0, fontSize: 12, color: 'text.secondary' }}>
            {data === undefined ? '…' : credits(data[name].credits)}
          </Box>
        </Card>
      ))}
    </Box>
  )
}
