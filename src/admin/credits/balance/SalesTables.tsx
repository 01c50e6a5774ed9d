import { formatMoney } from '../../../domain/format/numbers.ts'
import { dayText } from '../../fields/dates.ts'
import { type FiguresRow, FiguresTable, FiguresTables } from '../../lists/FiguresTables.tsx'
import type { Summary } from './figures.ts'

const FIGURES = ['Ventas', 'Devoluciones']

const rowOf = (
  id: string,
  name: string,
  { sales, refunds }: { sales: number; refunds: number },
): FiguresRow => ({
  id,
  cells: [name, formatMoney(sales), formatMoney(refunds)],
})

/** The figures of the charts, for who reads them. */
export const SalesTables = ({ summary, bySeller }: { summary: Summary; bySeller: boolean }) => (
  <FiguresTables label="Cifras de ventas y devoluciones">
    <FiguresTable
      caption="Por día"
      columns={['Día', ...FIGURES]}
      rows={summary.days.map(({ day, ...amounts }) => rowOf(day, dayText(day), amounts))}
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
