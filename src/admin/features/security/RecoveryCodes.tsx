import { type MouseEvent, useState } from 'react'
import { copyText } from '../../kit/display/copy-text.ts'
import { printPage } from '../../kit/display/print-page.ts'
import styles from './RecoveryCodes.module.css'

const FILE = 'cartelera-codigos-de-recuperacion.txt'

/**
 * Recovery codes, shown once, to be copied, saved or printed. Without components of the admin, since the sign-in page
 * shows them too.
 */
export const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => {
  const [copied, setCopied] = useState<boolean>()
  const text = `${codes.join('\n')}\n`
  const copy = async ({ currentTarget }: MouseEvent<HTMLElement>): Promise<void> =>
    setCopied(await copyText(text, currentTarget))
  return (
    <div className={styles.codes}>
      <p>
        Cada código permite entrar una vez si pierde su segundo factor. Guárdelos ahora en un lugar seguro: no
        se vuelven a mostrar.
      </p>
      <ol aria-label="Códigos de recuperación" translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.actions}>
        <button type="button" onClick={copy}>
          Copiar
        </button>
        <a download={FILE} href={`data:text/plain,${encodeURIComponent(text)}`}>
          Descargar
        </a>
        <button type="button" onClick={printPage}>
          Imprimir
        </button>
      </div>
      <p role="status" className={copied === undefined ? 'unseen' : undefined}>
        {copied === undefined ? '' : copied ? 'Copiados' : 'No se pudieron copiar: descárguelos.'}
      </p>
    </div>
  )
}
