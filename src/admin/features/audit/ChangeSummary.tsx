import Box from '@mui/material/Box'
import { Fragment } from 'react'
import { EDITS } from '../../../domain/audit/versions.ts'
import { fieldLabel } from '../../../domain/field-labels.ts'
import type { RowOf } from '../../api/http.ts'
import { ShortValue } from '../../kit/changes/Value.tsx'
import { onlyDifferent, profileReference } from './ChangesTable.tsx'

/** Fields that are named with their values. */
const NAMED = 2

type Event = Pick<RowOf<'audit'>, 'action' | 'resource' | 'recordName' | 'changes'>

/** What an event changed, in one line: 'Precio mensual: 350 → 400', at most two fields and how many more (rule G7). */
export const ChangeSummary = ({ event }: { event: Event }) => {
  const { action, recordName } = event
  const isEdit = EDITS.has(action)
  // The name of what was created or deleted is in the row already.
  const changes = event.changes.filter(({ before, after }) => isEdit || (before ?? after) !== recordName)
  const more = changes.length - NAMED
  return (
    <Box
      component="span"
      sx={{ display: { xs: 'inline', sm: 'flex' }, whiteSpace: { xs: 'pre-wrap', sm: 'pre' } }}
    >
      <Box component="span" sx={{ overflow: { sm: 'hidden' }, textOverflow: 'ellipsis' }}>
        {changes.slice(0, NAMED).map((change, index) => (
          <Fragment key={change.field}>
            {index > 0 ? '; ' : ''}
            <FieldSummary event={event} change={change} />
          </Fragment>
        ))}
      </Box>
      {more > 0 ? ` y ${more} más` : ''}
    </Box>
  )
}

/** A field with its values before and after; only one of them where nothing was replaced. */
const FieldSummary = ({ event, change }: { event: Event; change: Event['changes'][number] }) => {
  const { action, resource } = event
  const { field } = change
  const { before, after } = onlyDifferent(change)
  const shown = EDITS.has(action) ? [before, after] : [before, after].filter((value) => value !== null)
  return (
    <>
      {fieldLabel(resource, field)}:{' '}
      {shown.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: before and after
        <Fragment key={index}>
          {index > 0 ? ' → ' : ''}
          <ShortValue
            resource={resource}
            field={field}
            value={value}
            reference={profileReference(resource, field)}
          />
        </Fragment>
      ))}
    </>
  )
}
