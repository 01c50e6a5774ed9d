import { PLATFORMS } from '../../../domain/users/platforms.ts'
import type { Config } from '../../config.ts'

export const platformsOf = (config: Pick<Config, 'platforms'>): readonly string[] =>
  config.platforms ?? PLATFORMS
