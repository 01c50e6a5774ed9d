/** A command of the product as its operator types it: through npm in a checkout, by its name where it is installed. */
export const shellCommand = (name: string, ...args: string[]): string =>
  process.env.npm_package_name === 'cartelera'
    ? ['npm', ...(name === 'start' ? [] : ['run']), name, ...(args.length > 0 ? ['--', ...args] : [])].join(
        ' ',
      )
    : ['cartelera', name, ...args].join(' ')
