import type { ResourceProps } from 'ra-core'
import type { ComponentType } from 'react'
import type { Resource } from '../../domain/registry.ts'
import { lazy } from '../api/connection.ts'

type Screen = 'list' | 'create' | 'edit'

/**
 * The `<Resource>` props of an entity whose screens are the exports `list`, `create` and `edit` of one module, loaded
 * when one of them opens.
 */
export const lazyResource = (
  name: Resource,
  load: () => Promise<Readonly<Record<Screen, ComponentType>>>,
  recordRepresentation = 'title',
) => {
  const screen = (which: Screen) => lazy(async () => ({ default: (await load())[which] }))
  return {
    name,
    list: screen('list'),
    create: screen('create'),
    edit: screen('edit'),
    recordRepresentation,
  } satisfies ResourceProps
}
