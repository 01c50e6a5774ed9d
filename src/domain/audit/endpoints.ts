import { z } from 'zod'
import { endpoints } from '../contract/endpoint.ts'
import { exportEndpoint, instant, recordId } from '../contract/entity.ts'
import { sizeOutput } from '../contract/list-limit.ts'
import { API_PATHS, type Resource } from '../registry.ts'
import { SETTING_NAMES } from '../settings/settings.ts'
import { AUDIT_ACTION_NAMES } from './audit-event.ts'

export const AUDITED_RESOURCES = Object.keys(API_PATHS) as [Resource, ...Resource[]]

export const auditEventOutput = z.object({
  _id: recordId,
  date: instant().meta({ title: 'Fecha' }),
  action: z.enum(AUDIT_ACTION_NAMES).meta({ title: 'Acción' }),
  resource: z.enum(AUDITED_RESOURCES).meta({ title: 'Sección' }),
  record: z.string().nullable().meta({ title: 'Id del registro' }),
  recordName: z
    .string()
    .meta({ title: 'Registro', description: 'Vacío cuando era un usuario que se eliminó' }),
  user: z
    .string()
    .nullable()
    .meta({ title: 'Id del usuario', description: 'Quién lo hizo; nadie: alguien sin sesión' }),
  userName: z.string().meta({ title: 'Usuario', description: 'Vacío cuando ese usuario se eliminó' }),
  address: z.string().meta({ title: 'Desde', description: 'Vacía cuando ese usuario se eliminó' }),
  batch: z
    .string()
    .nullable()
    .meta({ title: 'Cambio en lote', description: 'El cambio en lote del que es parte' }),
  changes: z
    .array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() }))
    .meta({ title: 'Cambios' }),
})
export type AuditEvent = z.infer<typeof auditEventOutput>

const settingChangeOutput = z.object({
  setting: z.enum(SETTING_NAMES),
  date: instant(),
  userName: z.string().meta({ description: 'Vacío cuando ese usuario se eliminó' }),
})
export type SettingChange = z.infer<typeof settingChangeOutput>

export const AUDIT_ENDPOINTS = endpoints({
  list: {
    id: 'listAuditEvents',
    method: 'GET',
    path: '/api/audit',
    tag: 'Auditoría',
    summary: 'Lista los cambios y los inicios de sesión',
    response: { 200: z.array(auditEventOutput) },
    errors: [401, 403, 422],
  },
  count: {
    id: 'countAuditEvents',
    method: 'GET',
    path: '/api/audit/size',
    tag: 'Auditoría',
    summary: 'Cuenta los cambios con los mismos filtros',
    response: { 200: sizeOutput },
    errors: [401, 403, 422],
  },
  settings: {
    id: 'listSettingChanges',
    method: 'GET',
    path: '/api/audit/settings',
    tag: 'Auditoría',
    summary: 'Dice quién cambió por última vez cada campo de la configuración, y cuándo',
    response: { 200: z.array(settingChangeOutput) },
    errors: [401, 403],
  },
  export: exportEndpoint('exportAuditEvents', '/api/audit/export', 'Auditoría', 'los cambios'),
})
