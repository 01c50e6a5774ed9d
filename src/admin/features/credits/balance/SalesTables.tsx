import { formatMoney } from '../../../../domain/format/numbers.ts'
import { formatPeriod, PERIOD_NAMES } from '../../../../domain/format/periods.ts'
import { type FiguresRow, FiguresTable, FiguresTables } from '../../../kit/charts/FiguresTables.tsx'
import { periodsOf, type Summary } from './figures.ts'

const FIGURES = ['Ventas', 'Devoluciones']
const CAPTIONS = { day: 'Por día', month: 'Por mes' } as const

const rowOf = (
  id: string,
  name: string,
  { sales, refunds }: { sales: number; refunds: number },
): FiguresRow => ({
  id,
  cells: [name, formatMoney(sales), formatMoney(refunds)],
})

/** The figures of the charts, for who reads them. */
export const SalesTables = ({ summary, bySeller }: { summary: Summary; bySeller: boolean }) => {
  const { period, rows } = periodsOf(summary)
  return (
    <FiguresTables label="Cifras de ventas y devoluciones">
      <FiguresTable
        caption={CAPTIONS[period]}
        columns={[PERIOD_NAMES[period], ...FIGURES]}
        rows={rows.map(({ day, ...amounts }) => rowOf(day, formatPeriod(day), amounts))}
      />
      {bySeller ? (
        <FiguresTable
          caption="Por vendedor"
          columns={['Vendedor', ...FIGURES]}
          rows={summary.sellers.map(({ userCreated, userCreatedName, ...amounts }) =>
            rowOf(userCreated, userCreatedName, amounts),
          )}
        />
      ) : null}
    </FiguresTables>
  )
}
