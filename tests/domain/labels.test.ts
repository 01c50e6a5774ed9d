import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { episodeEntity } from '../../src/domain/contents/episode.ts'
import { ENTITIES } from '../../src/domain/entities.ts'
import { fieldLabel } from '../../src/domain/field-labels.ts'
import { resources } from '../../src/domain/resource-labels.ts'
import { settingsSchema } from '../../src/domain/settings/settings.ts'
import { profileOutput, profileSchema } from '../../src/domain/users/profile.ts'
import { newUserSchema, userOutput } from '../../src/domain/users/user.ts'

const resourcesWithForms = [
  ...[...ENTITIES, episodeEntity].map(
    ({ resource, schemas }) => [resource, [schemas.new, schemas.record]] as const,
  ),
  ['users', [newUserSchema, userOutput]],
  ['profiles', [profileSchema, profileOutput]],
  ['settings', [settingsSchema]],
] as const

/** The names of a schema's fields, and of those of its nested objects. */
const fieldsIn = (schema: unknown): string[] => {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) => [name, ...fieldsIn(field)])
  return schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodArray
    ? fieldsIn(schema.unwrap())
    : []
}

/** Fields that no form or list shows: named by names.ts, which the first list does not load. */
const UNSEEN = ['publicationBlocked']

describe('the labels', () => {
  test.each(resourcesWithForms)('name every field of %s', (resource, schemas) => {
    const { fields } = resources[resource]
    const named = (field: string) =>
      fields[field] !== undefined || (UNSEEN.includes(field) && fieldLabel(resource, field) !== field)
    const missing = schemas.flatMap(fieldsIn).filter((field) => !named(field))
    expect(missing, 'add `.meta({ title: … })` to the schemas of these fields').toEqual([])
  })
})

test('the audit log names the provider of a link like its dialog, and that of a series like its form', () => {
  expect(fieldLabel('movies', 'provider')).toBe('Proveedor')
  expect(fieldLabel('series', 'provider')).toBe('Imagen del proveedor')
})

test('the audit log has one label for both names of the channels’ user agent', () => {
  expect(fieldLabel('settings', 'xam')).toBe(fieldLabel('settings', 'agentTv'))
})
