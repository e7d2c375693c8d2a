import { stopSharedService } from '../service/start-service';

export default stopSharedService;
