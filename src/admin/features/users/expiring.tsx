import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import { useQuery } from '@tanstack/react-query'
import { useListContext } from 'react-admin'
import { dayAfter } from '../../../domain/format/dates.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { lazy } from '../../api/connection.ts'
import { filterQuery } from '../../api/data-provider.ts'
import { type ResponseBody, request } from '../../api/http.ts'
import { useCan } from '../../api/me.ts'
import { today } from '../../kit/display/dates.ts'
import {
  type ActionDialogProps,
  type BulkAction,
  type ByDialog,
  useSelection,
} from '../../kit/list/selection.tsx'
import { totalText } from '../../kit/list/total.ts'
import { REMIND_ACTION, useOffersNotices } from '../user-notices/reminders.tsx'

export type SelectedUsers = Omit<ActionDialogProps, 'onClose'>
export type OnAct = (action: BulkAction<ByDialog>, users: SelectedUsers) => void

interface ExpiringChipsProps {
  /**
   * Opens the dialog of an action for all users of the selected range. Rendered by the parent: this component remounts
   * when the layout changes, also when printing.
   */
  onAct: OnAct
}

/** 'Vencen pronto': counts of licences that expire soon; a chip filters the list, or clears its filter if active. */
export const ExpiringChips = ({ onAct }: ExpiringChipsProps) => {
  const { data } = useExpiring()
  const ranges = data === undefined ? [] : expiringRanges(data)
  const { filter, filterValues, setFilters, setSort, total = 0, meta } = useListContext()
  const { dateBeging, dateFinish, demo, ...others } = filterValues
  const isActive = ({ from, to }: ExpiringRange): boolean =>
    String(demo) === 'false' && dateBeging === from && dateFinish === to
  const isRange = ranges.some(isActive)
  const canSell = useCan(SELL_ACTION.needs.action, SELL_ACTION.needs.resource)
  const reminds = useOffersNotices()
  // A sale needs the exact number of buyers, so none is offered for an estimate; nor next to the bulk bar of a
  // selection.
  const isChoosing = (useSelection()?.ids.size ?? 0) > 0
  const isOffered = !isChoosing && isRange && total > 0 && meta?.approximate !== true
  const offered = isOffered ? [...(reminds ? [REMIND_ACTION] : []), ...(canSell ? [SELL_ACTION] : [])] : []
  const choose = (range: ExpiringRange, isChosen: boolean): void => {
    setFilters({ ...others, ...(isChosen ? {} : rangeFilters(range)) })
    if (!isChosen) setSort(rangeSort(range))
  }
  return (
    <Box
      role="group"
      aria-label="Vencen pronto"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: { md: 1.5 }, minHeight: 32 }}
    >
      <Box component="span" sx={{ fontSize: 13, fontWeight: 600, color: 'text.secondary' }}>
        Vencen pronto
      </Box>
      {ranges.map((range) => {
        const isChosen = isActive(range)
        return (
          <Chip
            key={range.label}
            clickable
            component="button"
            aria-pressed={isChosen}
            color={isChosen ? 'primary' : 'default'}
            label={`${range.label} · ${totalText(range.count, range)}`}
            onClick={() => choose(range, isChosen)}
            sx={{ height: { xs: 44, sm: 28 } }}
          />
        )
      })}
      {offered.map((action, index) => (
        <Button
          key={action.label(1)}
          variant={action === SELL_ACTION ? 'contained' : 'outlined'}
          size="small"
          onClick={() =>
            onAct(action, {
              selected: { filter: Object.fromEntries(filterQuery({ ...filterValues, ...filter })) },
              count: total,
            })
          }
          sx={{ ml: { sm: index === 0 ? 'auto' : 0 }, height: { xs: 44, sm: 32 } }}
        >
          {action.label(total)}
        </Button>
      ))}
    </Box>
  )
}

export const SELL_ACTION: BulkAction<ByDialog> = {
  needs: { action: 'register', resource: 'license_transactions' },
  label: (count) => (count === 1 ? 'Vender' : `Vender a los ${formatCount(count)}`),
  does: { Dialog: lazy(() => import('../credits/BulkSaleDialog.tsx')) },
}

/** Counts of licences that expire soon, within the current user's scope. */
const useExpiring = () =>
  useQuery({
    queryKey: ['users', 'expiring'],
    queryFn: ({ signal }) => request('GET /api/users/expiring', { signal }),
    staleTime: 30_000,
  })

/** Licences that expire between two days, both included. */
interface ExpiringRange {
  label: string
  count: number
  approximate?: boolean | undefined
  from: string | undefined
  to: string
}

/** The ranges of 'Vencen pronto', by the service's clock. */
const expiringRanges = ({
  soon,
  expired,
  expiredApproximate,
}: ResponseBody<'GET /api/users/expiring'>): ExpiringRange[] => {
  const now = today()
  return [
    ...soon.map(({ days, ...figure }) => ({
      ...figure,
      label: days === 0 ? 'Hoy' : `${days} días`,
      from: now,
      to: dayAfter(now, days),
    })),
    {
      label: 'Vencidos',
      count: expired,
      approximate: expiredApproximate,
      from: undefined,
      to: dayAfter(now, -1),
    },
  ]
}

/** The user list's filters for a range: demos are no customers. */
const rangeFilters = ({ from, to }: ExpiringRange): Record<string, string> => ({
  ...(from === undefined ? {} : { dateBeging: from }),
  dateFinish: to,
  demo: 'false',
})

/** Next to expire first; for expired ones latest first. */
const rangeSort = ({ from }: ExpiringRange) =>
  ({ field: 'dateExpire', order: from === undefined ? 'DESC' : 'ASC' }) as const
