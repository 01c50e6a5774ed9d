import { formatCount } from '../../../../domain/format/numbers.ts'

/** What the button of a filtered repair says, once its reports are counted. */
export const repairLabel = (count: number | undefined): string =>
  count === 1
    ? 'Reparar el filtrado'
    : `Reparar los ${count === undefined ? '…' : formatCount(count)} filtrados`

/** What is asked before reports are marked as repaired. */
export const repairQuestion = (count: number): string => {
  if (count === 0) return 'No hay reportes abiertos.'
  return count === 1
    ? 'Se marcará como reparado 1 reporte.'
    : `Se marcarán como reparados ${formatCount(count)} reportes.`
}

/** How many reports, in words. */
export const reportsText = (count: number): string =>
  count === 1 ? '1 reporte' : `${formatCount(count)} reportes`

/** What is said once a repair is undone. */
export const undoneText = ({ reopened, kept }: { reopened: number; kept: number }): string => {
  const done =
    reopened === 1
      ? 'Se abrió de nuevo 1 reporte.'
      : `Se abrieron de nuevo ${formatCount(reopened)} reportes.`
  if (kept === 0) return done
  return kept === 1
    ? `${done} Otro quedó como estaba: alguien lo cambió después.`
    : `${done} Otros ${formatCount(kept)} quedaron como estaban: alguien los cambió después.`
}

/** What is said once they are: fewer than were counted where somebody else was faster. */
export const repairedText = (count: number, counted: number): string => {
  const done =
    count === 1
      ? 'Se marcó como reparado 1 reporte.'
      : `Se marcaron como reparados ${formatCount(count)} reportes.`
  if (count >= counted) return done
  return `${done} Los demás ya estaban reparados.`
}
