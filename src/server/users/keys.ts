import { fold } from '../../domain/format/search.ts'
import { searchText } from '../database/search.ts'

/** What makes user names one and the same: case, spaces around and ways to write one letter do not count. */
export const nameKeyOf = (name: string): string => name.normalize('NFKC').trim().toLowerCase()

interface Searched {
  name: string
  fullName: string
  email: string
  telePhone: string
  celPhone: string
}

/** The columns of a user that follow from what an operator wrote. */
export const derivedColumns = ({ name, fullName, email, telePhone, celPhone }: Searched) => ({
  nameKey: nameKeyOf(name),
  fullNameKey: fold(fullName),
  search: searchText(name, fullName, email, telePhone, celPhone),
})
