import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { Reconciliation } from '../../../domain/credits/endpoints.ts'
import { formatCount, formatMoney } from '../../../domain/format/text.ts'
import { ask } from '../../api/http.ts'
import { momentText } from '../../kit/display/dates.ts'
import { Loading, PageHeader } from '../../kit/page/Page.tsx'

/** Conciliación: balances, expiries and sums recomputed from the transactions, beside the stored ones. */
export const ReconciliationScreen = () => {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['reconciliation'],
    queryFn: ({ signal }) => ask('GET /api/reconciliation', { signal }),
    staleTime: 0,
  })
  return (
    <>
      <PageHeader title="Conciliación">
        <Box sx={{ flex: 1 }} />
        <Button variant="outlined" loading={isFetching} onClick={() => refetch()}>
          Revisar de nuevo
        </Button>
      </PageHeader>
      {error ? <Alert severity="error">{error.message}</Alert> : null}
      {data === undefined ? error ? null : <Loading /> : <Result {...data} />}
    </>
  )
}

const Result = ({ balances, licences, sums, isSound }: Reconciliation) => (
  <>
    <Alert severity={isSound ? 'success' : 'error'} sx={{ mb: 2 }}>
      {isSound ? 'Todo concuerda.' : 'Hay diferencias.'} Se revisaron {formatCount(balances.length)} balances,{' '}
      {formatCount(licences.checked)} licencias y {formatCount(sums.checked)} sumas.
    </Alert>
    <ResultTable
      title="Balances de agentes y superagentes"
      columns={['Usuario', 'Guardado', 'Calculado', 'Diferencia']}
      empty="Nadie tiene movimientos de balance."
      rows={balances.map(({ _id, stored, computed, difference, ...person }) => ({
        id: _id,
        isDifferent: difference !== 0,
        cells: [
          <UserName key="who" {...person} />,
          formatCount(stored),
          formatCount(computed),
          formatCount(difference),
        ],
      }))}
    />
    <ResultTable
      title="Vencimientos que no concuerdan"
      columns={['Usuario', 'Guardado', 'Calculado']}
      empty="Todos los vencimientos concuerdan."
      rows={licences.differences.map(({ _id, stored, computed, ...person }) => ({
        id: _id,
        isDifferent: true,
        cells: [
          <UserName key="who" {...person} />,
          momentText(stored) || 'Sin licencia',
          momentText(computed) || 'Sin licencia',
        ],
      }))}
    />
    <ResultTable
      title="Sumas de transacciones que no concuerdan"
      columns={['Día o mes', 'Vendedor', 'Tipo', 'Guardado', 'Calculado']}
      empty="Todas las sumas concuerdan."
      rows={sums.differences.map(({ period, userCreatedName, type, stored, computed }, index) => ({
        id: String(index),
        isDifferent: true,
        cells: [period, userCreatedName || 'Todos', type, amountText(stored), amountText(computed)],
      }))}
    />
  </>
)

const amountText = ({ transactions, total }: { transactions: number; total: number }): string =>
  `${formatCount(transactions)} por ${formatMoney(total)}`

const UserName = ({ name, fullName }: { name: string; fullName: string }) => (
  <Box component="span" sx={{ textAlign: { xs: 'right', sm: 'left' } }}>
    {fullName || 'Usuario eliminado'}{' '}
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {name}
    </Box>
  </Box>
)

const HEAD = { display: { xs: 'none', sm: 'table-header-group' } } as const
const ROW = { display: { xs: 'block', sm: 'table-row' }, py: { xs: 1, sm: 0 } } as const
const CELL = {
  display: { xs: 'flex', sm: 'table-cell' },
  flexDirection: 'row',
  justifyContent: 'space-between',
  gap: 2,
  borderBottom: { xs: 0, sm: '1px solid' },
  borderColor: { sm: 'divider' },
  px: { xs: 0, sm: 2 },
  '&::before': {
    content: 'attr(data-label)',
    display: { xs: 'inline', sm: 'none' },
    color: 'text.secondary',
  },
} as const

interface ResultTableProps {
  title: string
  /** The first one is aligned to the left, the others to the right. */
  columns: readonly string[]
  rows: readonly { id: string; cells: readonly ReactNode[]; isDifferent: boolean }[]
  empty: string
}

/** One row per user; on a phone each row is a card, with a label before each value. */
const ResultTable = ({ title, columns, rows, empty }: ResultTableProps) => {
  const heading = useId()
  return (
    <Card component="section" aria-labelledby={heading} sx={{ px: 2.25, py: 2, mb: 2 }}>
      <Typography id={heading} variant="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {rows.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{empty}</Typography>
      ) : (
        <Table size="small" aria-labelledby={heading} sx={{ display: { xs: 'block', sm: 'table' } }}>
          <TableHead sx={HEAD}>
            <TableRow>
              {columns.map((name, index) => (
                <TableCell key={name} align={index === 0 ? 'left' : 'right'}>
                  {name}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody sx={{ display: { xs: 'block', sm: 'table-row-group' } }}>
            {rows.map(({ id, cells, isDifferent }) => (
              <TableRow key={id} sx={{ ...ROW, ...(isDifferent ? { bgcolor: 'var(--red-ground)' } : {}) }}>
                {columns.map((name, index) => (
                  <TableCell key={name} data-label={name} align={index === 0 ? 'left' : 'right'} sx={CELL}>
                    {cells[index]}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  )
}
