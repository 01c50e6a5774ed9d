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
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { Reconciliation } from '../../../domain/credits/endpoints.ts'
import { NO_LICENCE } from '../../../domain/credits/licence.ts'
import { formatPeriod } from '../../../domain/format/periods.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { request } from '../../api/http.ts'
import { moneyText } from '../../api/settings.ts'
import { momentText } from '../../kit/display/dates.ts'
import { Loading, PageHeader } from '../../kit/page/Page.tsx'

/**
 * Reconciliation (Conciliación): balances, expiries and sums that differ from those computed from the transactions.
 */
export const ReconciliationScreen = () => {
  const [{ isFull, attempt }, setRun] = useState({ isFull: false, attempt: 0 })
  const { data, error, isFetching } = useQuery({
    queryKey: ['reconciliation', isFull, attempt],
    queryFn: ({ signal }) =>
      request('GET /api/reconciliation', {
        signal,
        query: new URLSearchParams(isFull ? { full: 'true' } : {}),
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const start = (isFull: boolean) => setRun({ isFull, attempt: attempt + 1 })
  return (
    <>
      <PageHeader title="Conciliación">
        <Box sx={{ flex: 1 }} />
        <Button variant="text" disabled={isFetching} onClick={() => start(true)}>
          Revisión completa
        </Button>
        <Button variant="outlined" loading={isFetching} onClick={() => start(false)}>
          Revisar de nuevo
        </Button>
      </PageHeader>
      {isFetching && isFull ? (
        <Alert severity="info" sx={{ mb: 2 }}>
          Se leen todas las transacciones: puede tardar unos minutos.
        </Alert>
      ) : null}
      {error ? <Alert severity="error">{error.message}</Alert> : null}
      {data === undefined ? error ? null : <Loading /> : <Result {...data} />}
    </>
  )
}

const Result = ({ balances, licences, sums, different, isSound, ...run }: Reconciliation) => {
  const listed = balances.differences.length + licences.differences.length + sums.differences.length
  return (
    <>
      <Alert severity={isSound ? 'success' : 'error'} sx={{ mb: 2 }}>
        {isSound ? 'Todo concuerda.' : `Hay diferencias: ${formatCount(different)}.`} Se revisaron{' '}
        {formatCount(balances.checked)} balances, {formatCount(licences.checked)} licencias y{' '}
        {formatCount(sums.checked)} sumas.
        {listed < different ? ` Abajo se muestran ${formatCount(listed)} de las diferencias.` : null}
        <Typography variant="body2" sx={{ mt: 0.5 }}>
          {scopeText(run)}
        </Typography>
      </Alert>
      <ResultTable
        title="Balances que no concuerdan"
        columns={['Usuario', 'Guardado', 'Calculado', 'Diferencia']}
        different={balances.different}
        rows={balances.differences.map(({ _id, stored, computed, difference, ...person }) => ({
          id: _id,
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
        different={licences.different}
        rows={licences.differences.map(({ _id, stored, computed, ...person }) => ({
          id: _id,
          cells: [
            <UserName key="who" {...person} />,
            momentText(stored) || NO_LICENCE,
            momentText(computed) || NO_LICENCE,
          ],
        }))}
      />
      <ResultTable
        title="Sumas que no concuerdan"
        columns={['Día o mes', 'Vendedor', 'Tipo', 'Guardado', 'Calculado']}
        different={sums.different}
        rows={sums.differences.map(({ period, userCreatedName, type, stored, computed }, index) => ({
          id: String(index),
          cells: [
            formatPeriod(period),
            userCreatedName || 'Todos',
            type,
            amountText(stored),
            amountText(computed),
          ],
        }))}
      />
    </>
  )
}

/** Describes which transactions were read. */
const scopeText = ({
  since,
  lastFull,
  transactions,
}: Pick<Reconciliation, 'since' | 'lastFull' | 'transactions'>): string => {
  const read = formatCount(transactions)
  if (since === null) return `Revisión completa: se leyeron todas las transacciones procesadas (${read}).`
  const full = lastFull === null ? '' : ` Última revisión completa: ${momentText(lastFull)}.`
  return `Se leyeron las transacciones nuevas desde el ${momentText(since)} (${read}).${full}`
}

const amountText = ({ transactions, total }: { transactions: number; total: number }): string =>
  total === 0 ? formatCount(transactions) : `${formatCount(transactions)} por ${moneyText(total)}`

const UserName = ({ name, fullName }: { name: string; fullName: string }) => (
  <Box component="span" sx={{ textAlign: { xs: 'right', sm: 'left' } }}>
    {fullName || 'Usuario eliminado'}{' '}
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {name}
    </Box>
  </Box>
)

const HEAD = { display: { xs: 'none', sm: 'table-header-group' } } as const
const ROW = {
  display: { xs: 'block', sm: 'table-row' },
  py: { xs: 1, sm: 0 },
  '& + &': { borderTop: { xs: '1px solid', sm: 0 }, borderColor: { xs: 'divider' } },
} as const
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
  /** The first column is left-aligned, the others right-aligned. */
  columns: readonly string[]
  /** The first differences. */
  rows: readonly { id: string; cells: readonly ReactNode[] }[]
  different: number
}

/** One row per user; on a phone each row is a card, with a label before each value. Nothing without differences. */
const ResultTable = ({ title, columns, rows, different }: ResultTableProps) => {
  const heading = useId()
  if (different === 0) return null
  return (
    <Card component="section" aria-labelledby={heading} sx={{ px: 2.25, py: 2, mb: 2 }}>
      <Typography id={heading} variant="h2" sx={{ mb: 1 }}>
        {title} ({formatCount(different)})
      </Typography>
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
          {rows.map(({ id, cells }) => (
            <TableRow key={id} sx={ROW}>
              {columns.map((name, index) => (
                <TableCell key={name} data-label={name} align={index === 0 ? 'left' : 'right'} sx={CELL}>
                  {cells[index]}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}
