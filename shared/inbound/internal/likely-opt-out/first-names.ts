/**
 * First names that are frequent in the United States and Mexico, without those that are also words (Will, Mark, May).
 */
export const FIRST_NAMES: ReadonlySet<string> = new Set(
  `aaron abby abigail adam adrian adriana agnes ahmed aidan alan albert alberto alejandra alejandro alex alexa alexander
  alexandra alexis alfredo ali alice alicia alison allen allison alma alyssa amanda amber amelia amy ana andre andrea andres
  andrew andy angel angela angelica anita ann anna anne annie anthony antonio ariana arthur arturo ashley audrey austin
  barbara beatriz becky ben benjamin bernard beth betty beverly blanca bob bobby bonnie brad bradley brandi brandon brandy
  brenda brent brett brian brianna brittany bruce bryan caleb calvin cameron carl carla carlos carmen carol caroline carolyn
  carrie casey cassandra catherine cathy cecilia cesar charlene charles charlie charlotte chelsea cheryl chloe chris
  christian christina christine christopher cindy claire clara claudia connie connor corey courtney craig crystal curtis
  cynthia daisy dan dana daniel daniela danielle danny darlene darren darryl dave david deb debbie deborah debra denise
  dennis derek derrick diana diane diego dolores donald donna doris dorothy doug douglas duane dustin dwayne dylan earl
  eddie edgar edith eduardo edward edwin eileen elaine elena eli elizabeth ella ellen elsa emily emma enrique eric erica
  erik erika erin ernest esmeralda esteban esther ethan eugene eva evan evelyn felipe felix fernando florence frances
  francis francisco fred freddie frederick gabriel gabriela gabriella gail gary gavin geoffrey george gerald gerardo
  gilbert gina gladys glen glenn gloria gonzalo gordon greg gregory guadalupe guillermo gustavo hannah harold harry heather
  hector heidi helen henry herbert holly howard hugo ian irene isaac isabel isabella isaiah ivan jackie jackson jacob
  jacqueline jaime jake james jamie jan jane janet janice jared jasmine jason javier jay jean jeff jeffery jeffrey jen jenna
  jennifer jenny jeremy jerome jerry jesse jessica jesus jill jim jimmy joan joann joanna joe joel john johnny jon jonathan
  jordan jorge jose joseph josh joshua josue joyce juan juana juanita judith judy julia julian julie julio justin kaitlyn
  karen karina karl karla kate katherine kathleen kathryn kathy katie katrina kayla keith kelly kelsey ken kendra kenneth
  kerry kevin kim kimberly kristen kristin kristina kurt kyle larry laura lauren laurie leah lee leo leon leonard leslie
  leticia lillian linda lindsey lisa logan lois lori lorraine louis louise lucas lucia lucy luis luke luz lynn mackenzie
  madison manuel marcia marco marcos marcus margaret margarita maria mariah marianne maribel marie marilyn mario marisol
  marissa marjorie marlene marsha martha martin marvin mary mason mateo matt matthew maureen mauricio max megan melanie
  melinda melissa melvin mercedes meredith mia michael michele michelle miguel mike mildred mindy misty mitchell mohamed
  mohammed molly monica monique morgan nancy naomi natalia natalie natasha nathan nathaniel nelson nicholas nick nicolas
  nicole nina noah noel nora norma norman olga olivia omar oscar pablo paige pam pamela patricia patrick patty paul paula
  pedro peggy perla peter phil philip phillip phyllis rachel rafael ralph ramon randall randy raquel raul ray raymond
  rebecca regina renee rhonda ricardo richard rick ricky rita robert roberto robin rodney rodolfo rodrigo roger roland
  ron ronald ronnie rosa rosario rosemary roy ruben ruby russell ruth ryan sabrina salvador sam samantha samuel sandra
  sandy santiago sara sarah scott sean sebastian sergio seth shane shannon sharon shaun shawn sheila shelby shelly sherry
  shirley silvia sofia sonia sophia stacey stacy stanley stephanie stephen steve steven stuart sue summer susan suzanne
  sylvia tamara tammy tanya tara taylor ted teresa terrance terri terry thelma theodore theresa thomas tiffany tim timothy
  tina todd tom tommy toni tony tonya tracey traci tracy travis trevor trisha tyler valeria valerie vanessa vera
  veronica vicki vickie vicky victor victoria vincent virginia vivian walter wanda warren wayne wendy wesley whitney
  william willie ximena yesenia yolanda yvonne zachary zoe`.split(/\s+/),
);

/** Capitalized words that are no names of persons. */
export const NO_NAMES: ReadonlySet<string> = new Set(
  `monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october
  november december christmas easter thanksgiving halloween hanukkah ramadan spanish english french german italian chinese
  mexican american canadian catholic christian jewish muslim medicare medicaid facebook instagram google amazon uber apple
  android street st avenue ave road rd drive blvd lane north south east west main elm oak pine`.split(/\s+/),
);
