import DaysIcon from '@mui/icons-material/MoreTimeOutlined'
import { Suspense, useState } from 'react'
import { holds, START_COMPENSATION } from '../../../domain/access/permissions.ts'
import { lazy } from '../../api/connection.ts'
import { useCachedMe } from '../../api/me.ts'
import { ListTool } from '../../kit/list/ListTools.tsx'

const CompensationDialog = lazy(() => import('./CompensationDialog.tsx'))

/** True if 'Compensar días' is offered (rule C32). */
export const useCompensates = (): boolean => {
  const me = useCachedMe()
  return me !== undefined && holds(me, START_COMPENSATION)
}

/** 'Compensar días': gives days to the users of a filter of their list; without one, to all. */
export const Compensation = ({ filter = {} }: { filter?: Readonly<Record<string, string>> }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ListTool
        icon={<DaysIcon fontSize="small" />}
        label="Compensar días"
        opens="dialog"
        onChosen={() => setOpen(true)}
      />
      <Suspense fallback={null}>
        {isOpen ? <CompensationDialog filter={filter} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  )
}
