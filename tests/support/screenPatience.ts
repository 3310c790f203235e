import { configure } from '@testing-library/react'

configure(({ getElementError }) => ({
  // A limit for waits that never succeed: on a machine that is ten times slower, a second would be too short.
  asyncUtilTimeout: 60_000,
  // Serializes the document only when the message is read: most of these errors come from an early attempt
  // and are never shown.
  getElementError: (message, container) => {
    const error = new Error()
    error.name = 'TestingLibraryElementError'
    const get = () => getElementError(message, container).message
    return Object.defineProperty(error, 'message', { configurable: true, get })
  },
}))
