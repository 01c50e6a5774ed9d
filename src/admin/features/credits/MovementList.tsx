import Link from '@mui/material/Link'
import type { RaRecord, SortPayload } from 'ra-core'
import { type ComponentProps, Suspense, useState } from 'react'
import { formatMoney } from '../../../domain/format/numbers.ts'
import { formatReference } from '../../../domain/format/references.ts'
import { lazy } from '../../api/lazy.ts'
import { dayText, momentText } from '../../kit/display/dates.ts'
import { CatalogueList } from '../../kit/list/CatalogueList.tsx'
import { Column } from '../../kit/list/Column.tsx'
import { CountColumn } from '../../kit/list/columns.tsx'
import type { MovementRecord } from './movement-record.ts'

const MovementDialog = lazy(async () => ({ default: (await import('./MovementDialog.tsx')).MovementDialog }))

const NEWEST: SortPayload = { field: 'date', order: 'DESC' }

// The contract: the list's records are movements.
const asMovement = (record: RaRecord): MovementRecord => record as MovementRecord

type MovementListProps = Omit<ComponentProps<typeof CatalogueList>, 'sort' | 'children' | 'onOpen'>

/** Movements of credit, the newest first; each opens with its receipt. */
export const MovementList = (props: MovementListProps) => {
  const [shown, setShown] = useState<MovementRecord>()
  const [isOpen, setOpen] = useState(false)
  const show = (record: RaRecord): void => {
    setShown(asMovement(record))
    setOpen(true)
  }
  return (
    <>
      <CatalogueList {...props} sort={NEWEST} onOpen={show}>
        <Column<MovementRecord>
          source="reference"
          firstOrder="DESC"
          onPhone="title"
          render={(movement) => (
            <Link
              component="button"
              type="button"
              onClick={(event) => {
                event.stopPropagation()
                show(movement)
              }}
              sx={{ py: '3px', fontSize: 'inherit', minHeight: { xs: 44, sm: 24 } }}
            >
              {formatReference(movement.reference)}
            </Link>
          )}
        />
        <Column<MovementRecord>
          source="date"
          firstOrder="DESC"
          render={({ date }) => <span title={momentText(date)}>{dayText(date)}</span>}
        />
        <Column source="userCreatedName" clip={200} />
        <Column source="userFullName" clip={200} />
        <Column source="typeDescrition" />
        <Column source="period" />
        <CountColumn source="count" />
        <Column<MovementRecord>
          source="creditPrice"
          align="right"
          firstOrder="DESC"
          render={({ creditPrice }) => formatMoney(creditPrice)}
        />
        <Column<MovementRecord>
          source="total"
          align="right"
          firstOrder="DESC"
          render={({ total }) => formatMoney(total)}
        />
      </CatalogueList>
      {shown === undefined ? null : (
        <Suspense fallback={null}>
          <MovementDialog key={shown.id} open={isOpen} movement={shown} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
