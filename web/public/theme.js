// before the first paint, so that a chosen theme never flashes; src/theme.ts goes on from here
{
  let choice = 'system'
  try {
    choice = localStorage.getItem('parley.theme') ?? 'system'
  } catch {
    // storage may be closed to us: then the system decides
  }
  const dark = choice === 'dark' || (choice === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}
