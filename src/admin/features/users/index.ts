import type { ResourceProps } from 'ra-core'
import { lazy } from '../../api/connection.ts'

export const users = {
  name: 'users',
  list: lazy(async () => ({ default: (await import('./UserList.tsx')).UserList })),
  create: lazy(async () => ({ default: (await import('./UserCreate.tsx')).UserCreate })),
  edit: lazy(async () => ({ default: (await import('./UserEdit.tsx')).UserEdit })),
  recordRepresentation: 'fullName',
} satisfies ResourceProps
