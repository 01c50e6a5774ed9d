import { z } from 'zod'
import { batchStarted } from '../batches/batch.ts'
import { bulkDeletion, bulkInput } from '../batches/bulk.ts'
import { endpoints } from '../contract/endpoint.ts'
import { id } from '../validation/fields.ts'
import { userSchema } from './user.ts'

export const USER_BULK_MESSAGES = {
  seller: 'El agente no existe.',
  onlyCustomers: 'Solo los clientes se mueven a otro agente.',
  used: 'Ya inició sesión o tiene transacciones: queda como está.',
  sellerAlone: 'El agente se cambia aparte de lo demás.',
} as const

const { status, profile, platform } = userSchema.shape

/** Changes of a bulk update of users: status, profile and platform, or moving customers to another reseller. */
export const userBulkChanges = z
  .strictObject({
    status: status.unwrap().optional(),
    profile: profile.optional(),
    platform: platform.optional(),
    seller: id(USER_BULK_MESSAGES.seller).optional().meta({ title: 'Agente a cargo' }),
  })
  .check(({ value, issues }) => {
    if (value.seller !== undefined && Object.keys(value).length > 1)
      issues.push({
        code: 'custom',
        message: USER_BULK_MESSAGES.sellerAlone,
        path: ['seller'],
        input: value,
      })
  })

export const USER_BULK_ENDPOINTS = endpoints({
  bulk: {
    id: 'bulkUsers',
    method: 'POST',
    path: '/api/users/bulk',
    tag: 'Usuarios',
    summary: 'Cambia, mueve a otro agente o elimina usuarios en lote',
    body: bulkInput(userBulkChanges),
    response: { 202: batchStarted },
    errors: [401, 403, 409, 422],
  },
  bulkProfiles: {
    id: 'bulkProfiles',
    method: 'POST',
    path: '/api/profiles/bulk',
    tag: 'Perfiles',
    summary: 'Elimina perfiles en lote',
    body: bulkDeletion,
    response: { 202: batchStarted },
    errors: [401, 403, 409, 422],
  },
})
