import { connectToService, type TestService } from './service';

/** Connects the tests of a file to the local service that all API tests share. */
export function useService(): TestService {
  const service = connectToService();
  afterAll(() => service.close());
  return service;
}
