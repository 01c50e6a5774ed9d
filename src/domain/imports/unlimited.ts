import { fold } from '../format/text.ts'

const SPANISH =
  'ilimitado|ilimitada|sin limite|sin vencimiento|sin caducidad|sin expiracion|no vence|no expira|no caduca|nunca|nunca vence|nunca expira|siempre|para siempre|de por vida|vitalicio|vitalicia|permanente|indefinido|indefinida|infinito'
const ENGLISH =
  'unlimited|never|never expires|no expiry|no expiration|lifetime|life time|forever|permanent|infinite'
const PORTUGUESE = 'sem limite|sem vencimento|nao expira|vitalicio'

const UNLIMITED = new Set([SPANISH, ENGLISH, PORTUGUESE, '∞'].join('|').split('|'))
const MAX_LENGTH = 20

/** True for a cell that says in Spanish, English or Portuguese that something never ends. */
export const isUnlimited = (text: string): boolean =>
  text.length <= MAX_LENGTH && UNLIMITED.has(fold(text).replace(/[.!]$/, ''))
