import { fold } from '../../../domain/format/search.ts'

/** What makes the names of profiles one and the same: case, accents and spaces do not count. */
export const profileKeyOf = (name: string): string => fold(name.normalize('NFKC'))
