/** Error of a request whose user must first confirm their identity; `code` is part of the contract. */
export const CONFIRMATION = {
  code: 'CONFIRM',
  message: 'Confirme su identidad para continuar.',
} as const

/** Error of a user who must first change a password that somebody else set (rule P21). */
export const PASSWORD_CHANGE = {
  code: 'PASSWORD_CHANGE',
  message: 'Antes de seguir debe cambiar su contraseña: se la dio otra persona.',
} as const

/** The code of a request above the limit of its user: nothing was done, and it can be repeated (rule P23). */
export const REQUEST_LIMIT = 'REQUEST_LIMIT'
