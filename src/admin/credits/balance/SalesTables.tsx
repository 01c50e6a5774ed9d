import Box from '@mui/material/Box'
import { formatMoney } from '../../../domain/format/numbers.ts'
import { dayText } from '../../fields/dates.ts'
import type { Summary } from './figures.ts'

interface Row {
  id: string
  name: string
  sales: number
  refunds: number
}

const CELL = { px: 1, py: 0.5, borderBottom: 1, borderColor: 'divider', textAlign: 'right' } as const

const SalesTable = ({ caption, first, rows }: { caption: string; first: string; rows: readonly Row[] }) => (
  <Box
    component="table"
    sx={{ borderCollapse: 'collapse', fontSize: 13, flex: '1 1 260px', height: 'fit-content' }}
  >
    <Box component="caption" sx={{ textAlign: 'left', fontWeight: 600, pb: 0.5 }}>
      {caption}
    </Box>
    <thead>
      <tr>
        {[first, 'Ventas', 'Devoluciones'].map((name, index) => (
          <Box
            key={name}
            component="th"
            scope="col"
            sx={{ ...CELL, textAlign: index === 0 ? 'left' : 'right' }}
          >
            {name}
          </Box>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ id, name, sales, refunds }) => (
        <tr key={id}>
          <Box component="th" scope="row" sx={{ ...CELL, textAlign: 'left', fontWeight: 400 }}>
            {name}
          </Box>
          <Box component="td" sx={CELL}>
            {formatMoney(sales)}
          </Box>
          <Box component="td" sx={CELL}>
            {formatMoney(refunds)}
          </Box>
        </tr>
      ))}
    </tbody>
  </Box>
)

/** The figures of the charts, folded away until somebody wants to read them. */
export const SalesTables = ({ summary, bySeller }: { summary: Summary; bySeller: boolean }) => (
  <Box component="details" sx={{ mt: 1, '& summary': { cursor: 'pointer', fontWeight: 600, minHeight: 24 } }}>
    <summary>Ver las cifras</summary>
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, mt: 1, maxHeight: 360, overflow: 'auto' }}
      tabIndex={0}
      role="group"
      aria-label="Cifras de ventas y devoluciones"
    >
      <SalesTable
        caption="Por día"
        first="Día"
        rows={summary.days.map(({ day, ...amounts }) => ({ id: day, name: dayText(day), ...amounts }))}
      />
      {bySeller ? (
        <SalesTable
          caption="Por vendedor"
          first="Vendedor"
          rows={summary.sellers.map(({ userCreated, userCreatedName, ...amounts }) => ({
            id: userCreated,
            name: userCreatedName,
            ...amounts,
          }))}
        />
      ) : null}
    </Box>
  </Box>
)
