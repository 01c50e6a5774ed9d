// Separate from the schemas, so that lists show these messages without loading the validation.

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

export const USER_MESSAGES = {
  name: 'Debe especificar el nombre de usuario',
  fullName: 'Debe especificar el nombre completo del usuario',
  address: 'Debe especificar la dirección.',
  phone: 'No se ve como un telefono valido.',
  profile: 'Debe especificar el perfil.',
  platform: 'Debe especificar el App Origen.',
  duplicate: 'Ya existe un usuario con ese nombre.',
  noCredit: 'No tiene créditos suficientes para crear usuarios.',
  demosPerDay: (limit: number) =>
    limit === 1 ? 'Ya creó el demo de hoy.' : `Ya creó los ${limit} demos de hoy.`,
  demosMinBalance: (months: number) =>
    `Para crear demos necesita un balance de al menos ${counted(months, 'crédito')}.`,
  status: 'El estado es inválido.',
  platformUnknown: 'El App Origen no es válido.',
  profileNotAllowed: 'No puede asignar este perfil.',
  ownProfile: 'No puede cambiar su propio perfil.',
  ownEmail: 'Cambie su propio correo en su usuario.',
  ownPassword: 'Cambie esta contraseña en Cambio de contraseña.',
  disableSelf: 'No puede deshabilitar su propio usuario.',
  deleteSelf: 'No puede eliminar su propio usuario.',
  notBelow: 'No tiene autoridad sobre este usuario.',
  notYours: 'No puede modificar este campo.',
  deviceOnlyNull: 'Solo puede desvincular el dispositivo.',
  hasCustomers: (credits: number, customers: number) =>
    `No puede eliminar el usuario: tiene ${counted(credits, 'crédito')} y ${counted(customers, 'cliente')}.`,
  profileKept: (credits: number, customers: number) =>
    `No puede cambiar el perfil: el usuario tiene ${counted(credits, 'crédito')} y ${counted(customers, 'cliente')}.`,
} as const
