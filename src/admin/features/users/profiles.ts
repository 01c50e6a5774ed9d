import type { ResourceProps } from 'ra-core'
import { lazy } from '../../api/connection.ts'

export const profiles = {
  name: 'profiles',
  list: lazy(async () => ({ default: (await import('./ProfileList.tsx')).ProfileList })),
  edit: lazy(async () => ({ default: (await import('./PermissionEdit.tsx')).PermissionEdit })),
  recordRepresentation: 'name',
} satisfies ResourceProps
