import type { Flag } from '../../../../domain/access/permissions.ts'

/** What the flags of a route are called. */
export const FLAG_LABELS: Readonly<Record<Flag, string>> = {
  register: 'Registrar',
  modify: 'Modificar',
  delete: 'Eliminar',
}
