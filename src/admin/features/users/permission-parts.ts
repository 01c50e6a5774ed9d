import { FLAGS, type Flag, type GroupAccess } from '../../../domain/access/permissions.ts'
import { ROUTES } from '../../../domain/access/routes.ts'
import { type Selection, toGrants, toSelection } from '../../../domain/access/selection.ts'
import { fieldLabel } from '../../../domain/field-labels.ts'
import type { DividedField } from '../../kit/form/conflict.ts'

// Typed by the contract: grants by menu group.
const asSelection = (value: unknown): Selection =>
  toSelection(Array.isArray(value) ? (value as GroupAccess[]) : [])

const grantText = (flags: readonly Flag[] | undefined): string =>
  flags === undefined
    ? 'Sin acceso'
    : [
        'Ver',
        ...FLAGS.filter((flag) => flags.includes(flag)).map((flag) => fieldLabel('profiles', flag)),
      ].join(', ')

/** Compares and merges the permissions of a profile route by route. */
export const PERMISSION_PARTS: DividedField = {
  parts: ROUTES.map(({ template, description }) => ({ key: template, label: description })),
  partTexts: (value) => {
    const selection = asSelection(value)
    return (template) => grantText(selection.get(template))
  },
  merge: (theirs, mine, templates) => {
    const result = new Map(asSelection(theirs))
    const edited = asSelection(mine)
    for (const template of templates) {
      const flags = edited.get(template)
      if (flags === undefined) result.delete(template)
      else result.set(template, flags)
    }
    return toGrants(result)
  },
}
