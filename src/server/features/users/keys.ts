import { fold } from '../../../domain/format/search.ts'
import { searchText } from '../../platform/database/search.ts'

/** What makes user names one and the same: case, spaces around and ways to write one letter do not count. */
export const nameKeyOf = (name: string): string => name.normalize('NFKC').trim().toLowerCase()

interface Searched {
  name: string
  fullName: string
  email: string
  address: string
  comment: string
  telePhone: string
  celPhone: string
}

/** A telephone number as it was typed and as its digits, so that it is found however somebody types it. */
const phoneText = (phone: string): string => {
  const digits = phone.replace(/\D/g, '')
  return digits === phone ? phone : `${phone} ${digits}`
}

/** The columns of a user that follow from what an operator wrote. */
export const derivedColumns = (user: Searched) => {
  const { name, fullName, email, address, comment, telePhone, celPhone } = user
  const phones = [phoneText(telePhone), phoneText(celPhone)]
  return {
    nameKey: nameKeyOf(name),
    fullNameKey: fold(fullName),
    search: searchText(name, fullName, email, address, comment, ...phones),
  }
}
