import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { formatCount } from '../../../../domain/format/numbers.ts'
import { momentText } from '../../../kit/display/dates.ts'
import { Loading } from '../../../kit/page/Loading.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { ReconciliationTable } from './ReconciliationTable.tsx'
import { type Reconciliation, useReconciliation } from './reconciliation.ts'

const Who = ({ name, fullName }: { name: string; fullName: string }) => (
  <Box component="span" sx={{ textAlign: { xs: 'right', sm: 'left' } }}>
    {fullName || 'Usuario eliminado'}{' '}
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {name}
    </Box>
  </Box>
)

const Found = ({ balances, licences, isSound }: Reconciliation) => (
  <>
    <Alert severity={isSound ? 'success' : 'error'} sx={{ mb: 2 }}>
      {isSound ? 'Todo concuerda.' : 'Hay diferencias.'} Se revisaron {formatCount(balances.length)} balances
      y {formatCount(licences.checked)} licencias.
    </Alert>
    <ReconciliationTable
      title="Balances de agentes y superagentes"
      columns={['Usuario', 'Guardado', 'Calculado', 'Diferencia']}
      empty="Nadie tiene movimientos de balance."
      rows={balances.map(({ _id, stored, computed, difference, ...person }) => ({
        id: _id,
        isOff: difference !== 0,
        cells: [
          <Who key="who" {...person} />,
          formatCount(stored),
          formatCount(computed),
          formatCount(difference),
        ],
      }))}
    />
    <ReconciliationTable
      title="Vencimientos que no concuerdan"
      columns={['Usuario', 'Guardado', 'Calculado']}
      empty="Todos los vencimientos concuerdan."
      rows={licences.differences.map(({ _id, stored, computed, ...person }) => ({
        id: _id,
        isOff: true,
        cells: [
          <Who key="who" {...person} />,
          momentText(stored) || 'Sin licencia',
          momentText(computed) || 'Sin licencia',
        ],
      }))}
    />
  </>
)

/** Conciliación: balances and expiries recomputed from the movements, beside those that are stored. */
export const ReconciliationScreen = () => {
  const { data, error, isFetching, refetch } = useReconciliation()
  return (
    <>
      <PageHeader title="Conciliación">
        <Box sx={{ flex: 1 }} />
        <Button variant="outlined" loading={isFetching} onClick={() => refetch()}>
          Revisar de nuevo
        </Button>
      </PageHeader>
      {error ? <Alert severity="error">{error.message}</Alert> : null}
      {data === undefined ? error ? null : <Loading /> : <Found {...data} />}
    </>
  )
}
