import { stopSharedService } from './start-service';

export default stopSharedService;
