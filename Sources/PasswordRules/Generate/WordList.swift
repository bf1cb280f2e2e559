/// The words of generated passphrases.
package enum PassphraseWords {
    /// All of them, in alphabetical order.
    package static var all: [[UInt8]] {
        WordList.entries().map { entry in
            entry.withBytes { letters in (0..<letters.count).map { letters[$0] } }
        }
    }
}

/// The words of passphrases: short, common English words, chosen for this project.
///
/// Each has three to six letters and occurs once; inflected forms of other words and offensive words are left out. The list is
/// sorted, so that a new word has one position and a duplicate is noticed.
enum WordList {
    /// A word of at most six lower-case letters: five bits for each, 1 for `a`, the first letter lowest.
    struct Entry: Equatable, Sendable {
        private let bits: UInt32

        /// The number of letters.
        var length: Int { (UInt32.bitWidth - bits.leadingZeroBitCount + 4) / 5 }

        /// A letter, in ASCII.
        subscript(index: Int) -> UInt8 {
            0x60 | UInt8(truncatingIfNeeded: bits >> UInt32(5 * index)) & 0x1F
        }

        fileprivate init(bits: UInt32) { self.bits = bits }

        /// Calls `body` with the letters, in ASCII.
        func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
            let letters = InlineArray<6, UInt8> { self[$0] }
            return body(letters.span.extracting(0..<length))
        }
    }

    /// The words of an alphabet's letters, in alphabetical order.
    static func entries(of alphabet: CharacterClass = .lower) -> [Entry] {
        // Bit 1 for `a`, as in an entry.
        let missing = ~UInt32(truncatingIfNeeded: alphabet.high >> 32)
        var entries: [Entry] = []
        entries.reserveCapacity(text.utf8CodeUnitCount / 4)
        // Of the word, and of what all words of the group begin with: the letters, and in bit 0 whether one is missing.
        var (word, isMissing): (UInt32, UInt32) = (0, 0)
        var (beginning, isBeginningMissing): (UInt32, UInt32) = (0, 0)
        var bitCount: UInt32 = 0
        let beginningBitCount: UInt32 = 10
        for offset in 0..<text.utf8CodeUnitCount {
            // SAFETY: the offset is inside the literal, whose bytes are static.
            let byte = unsafe text.utf8Start[offset]
            if byte > 0x20 {
                let isCapital = byte & 0x20 == 0
                if isCapital, bitCount == beginningBitCount { (word, isMissing, bitCount) = (0, 0, 0) }
                let letter = UInt32(byte & 0x1F)
                word |= letter &<< bitCount
                isMissing |= missing &>> letter
                bitCount &+= 5
                if isCapital { (beginning, isBeginningMissing) = (word, isMissing) }
            } else {
                if bitCount > beginningBitCount, isMissing & 1 == 0 { entries.append(Entry(bits: word)) }
                (word, isMissing, bitCount) = (beginning, isBeginningMissing, beginningBitCount)
            }
        }
        if isMissing & 1 == 0 { entries.append(Entry(bits: word)) }
        return entries
    }

    /// The words, in groups: in upper case the two letters that all words of a group begin with, then the rest of each, separated
    /// by spaces and line feeds.
    private static let text: StaticString = """
        AB acus ide laze le oard ode ound out ove road rupt sent sorb surd uzz yss AC cent cept cess cord e id idic
        orn re ross t tion tive tor tual ute AD apt d der ept here just mire mit opt ore orn rift verb vice AE rial
        AF ar firm fix ford ield loat oot raid resh ter AG ain e ency enda ent ile low o ree AH ead AI de m r rbag
        rbed rman rway ry sle AJ ar AK in AL arm bum cove ert gae ias ibi ight ign ike ive l ley low loy mond most
        oe oft one ong oof oud paca pha pine so ter to ways AM aze ber ble end id ong ount ple ulet use AN chor d
        ew ger gle gler gry imal ime kle klet noy nual swer them tics tler tsy vil y yhow yone yway AP art athy ex
        hid iece peal pear ple ply ron t tly AQ ua AR c cade ch cher e ea ena gue ia id ise isen mful oma ose ound
        ray rive row t tful tist tsy ty AS cend cent hore ide k kew leep pect pen pire sert sess set sign sist sort
        sume sure tray tute AT las om op rium tach tain tend tic tire tune AU burn dio dit nt ra rora thor to tumn
        AV atar enue ert id oid AW ait ake aken ard are ash ay e hile ning oke oken AX is le AZ ure BA bble by ck
        cker ckup con d dge dger dly ffle g gel gful ggy it ke ker kery le ll llad llet lm lmy lsa mboo nana nd
        ndit ngle nish njo nk nker nner nter r rber rely rge rk rley rn ron rrel rrow rter se sic sil sin sis sk
        sket sted t tch th the ther ton tter uble y zaar BE ach acon ad ady agle ak aker am an anie ar ard arer
        aten auty came ckon come d e ef efy ep eper et etle fore g gan gin gun half have hold ige lief ll llow long
        low lt luga nch nd ndy ret rry side st stow t ta tter ware yond BI b cker d dder de g gger gwig ke ker ll
        llow n nary nd nder ngo onic ped rch rd rdie sect son stro t te tten tter BL ade ame and ank are aze azer
        each eak eary eat eep end imp ink ip iss ob ock ocky og oom ot otch ouse ue uest uff uish ur urb urry urt
        ush BO a ar ard ast at ater b bbin bcat ggle gus il iler ld ldly lt nbon nd nnet nsai nus ogie ok om ost ot
        oth rder red ring rn rrow ss tany tch th ther ttle ught unce uncy und unty ut w wl wler x xcar xer xy BR
        ace ag aid ain ainy ake an anch and ash ass assy ave aver avo awn awny ay azen each ead eath eeze eezy ick
        ide idge idle ief ight im ine ing ink iny isk oad oil oke oken oker onco onze ooch ood ook oom oth ow owse
        unch ush BU bble bbly cket ckle ddy dge dget dgie ffed ffer ffet g ggy gle gler ild ilt lb lk lky ll mble
        mp mper mpy n nch ndle ngee nk nker nny oy rden reau rger rlap rly rner rrow rst s shel shy sier sily stle
        sy t tler tter tton y yer zz zzer BY gone pass CA b bin ble ckle ctus det fe ge ke lf lico ll ller lm lmer
        lmly me meo mera mp mper mpus n nal nary ncel ndid ndle ndy ne nine nnot noe nopy nter nvas nyon p pe per
        rbon rd rdio re reer rgo rp rpet rrot rry rt rton rve rver se sh shew st ster stle sual t tch tchy ter tnap
        tnip ttle ught use ve vern CE ase dar lery llar llo ment nsus real CH ain air alet alk alky amp ance ange
        ant aos ap arge arm art ase asm at atty eap eck eek eeky eer eery eese eesy ef ess est ew ewy ief ild ill
        illy ime in ip irp irpy isel ive oice oir omp oose oosy op oppy ord ore orus ose osen rome um ummy unk urn
        urro ute CI cada nch nder nema rcle rcus trus ty vic vil CL ad aim am ammy amp ang ank ash asp ass assy
        ause aw ay ean ear eat ef ench erk ever ick ient iff imb inch ing ingy inic ip oak ock og one ose oser oth
        othe oud oudy ove over own ub ue ump umpy umsy ung unk unky utch CO ach al ast at ax b balt bble bra bweb
        coa coon d de der ffee g il in la ld lder ldly llar llie lt lumn mb mbo medy met mfy mic mma mmit mmon mpel
        mply nch ndo ndor ne nfer nvex nvey nvoy oing ok oker okie ol oler olly op pe pier pper py ral re rgi rk rn
        rner rnet rny rral sine smic smos st stly t tton uch uld unt unty uple upon urse urt usin ve ver vert w
        wboy wer y yly yote CR ab abby adle aft afty am ane ank anky ate ater ave awl awly ayon eam ease eate edit
        eek epe ept ess est ew ib imp inge isp ispy itic ocus oon op ouch ow owd own uise umb unch ush ust usty y
        CU b be bic boid ddle ddly e ff p pful rd rdle re rfew rl rler rly rsor rtsy rve stom t te tely ter test
        tlet toff tout tter CY an borg cle clic gnet DA b bble d ily inty iry isy le mage mp mpen mper msel nce
        ncer ndy nger ngle ngly pper pple re rk rken rker rkly rt sh ta te wdle wn y ze zzle DE al alt an arly bate
        bit bris bt bug bunk but cade caf cal cent cide ck code cor coy cree duce duct ed em ep epen eper eply er
        feat fect fend fer fine ft ftly fy gree lay lete li lta luge luxe lve mand mo mote n nial nim nse nser nt
        ntal ny part pend pict ploy pot pth puty rail sert sign sk tach tail tain tect ter tour vice vise vote vour
        wy DI al ced cey d esel ffer g gest gger git ll lute m me mly mmer mple n ne ner nghy ngo nky nner p pper
        re rect rt sco scus sh smal smay sown spel tch tto va ve ver vert vide vot DO able cile ck cket ctor dge
        dger es g ily ing ll llar llop main me mino nate ne nkey nor odle or rm t uble ubly ubt ugh ughy use ve wel
        wn wny ze zen DR ab ag agon ain ake ama ape aw awer awl awn ead eam eamy eary ench ess essy ift ill ip ippy
        ive iven iver one oop oopy op ove owsy udge um y yer DU al bbed ck ct e et g gout ke ll lly ly ne nk o plex
        ring sk st ster sty ty vet DW ell DY namo EA ch ger gle glet r rbud rful rl rly rn rner rth rthy rwig se
        sel sier sily st sy t ten ter tery EB b EC ho lair ED ge gy ible it itor EE l rie EF fect fort EG g gcup o
        ret EI ght ghth ghty ther EJ ect EL apse ated bow der dest even f fin ixir k m ope se ude ves EM ail bark
        bed ber blem body boss erge it oji pire ploy pty u EN able act amel case code core d dure ergy gage gine
        gulf igma joy ough rich sure ter tire tity trap tree try vy zyme EP ic och oxy EQ ual uate uip ER a ase
        aser ode rand ror upt ES cape say tate ET ch hics EV ade en enly ent er ery oke olve EX act am ceed cel
        cess cuse empt ert hale ist it pand pect pel pert port tend tent tra EY e eful elet elid FA ble bric cade
        ce cet ct ctor d de il ir irer irly jita ke ker lcon ll llen lse lter me mily mous n ncy ng r rce rm rmer
        st sten ster te ther thom ucet ult ulty una wn x FE ar ast d dora e eder el et isty line ll llow lt nce
        ncer nder nnel rn rret rry ta tch w wer FI asco b bber ckle ddle ddly dget eld erce ery esta fth fty g gure
        le ll ller llet lm lmy lter n nal nale nch nd nder ne nely ner nery nest nish nite re rm rmly rst scal sh
        sher shy t tful tter ve x xer zz zzle zzy FL ag ail ake aky ame an ank ap are ash ashy ask at atly aunt aw
        ax eck ed ee eece eecy eet ew ex ick ight imsy inch int ip oat oaty ock ood oor op oppy ora oral oss oury
        ow ower own uent uff uffy uke ung urry ush ute ux y FO al am amy cal cus dder e g ggy il ld lder lk lksy
        llow lly nd ndly ndue nt od oled ot oter rage rbid rce rest rge rget rgot rk rm rmal rmat rmer rt rth rty
        rum ssil ster und ur wl x yer FR ame amer ay ee eely eeze enzy esh et idge iend ight ill illy inge isk izz
        izzy ock og oggy olic om ond ont ost osty oth othy own oze ozen ugal uit y yer FU dge el ll ller lly mble
        me n nd ngus nky nnel nny r rrow rry ry se sion ss ssy tile ton ture zz zzy GA ble dget ggle in la laxy le
        lley llon llop lore me mer nder p pe rage rble rden rgle rlic rnet sket sp te ther udy uge uze uzy ve vel
        wk ze zebo GE ar cko ese l lato m nie nius nre ntle ntly rbil t yser GI ant bbon ddy ft g ggle ggly lded ll
        nger rder st ve ven ver zmo GL ad ade adly ance are ass assy aze eam ean ee ide ider int itch itzy oat ob
        obal obe oom oomy oss ossy ove ow ue uey um umly uten GN arly at aw ome GO ad al alie at atee bble blet
        blin es ggle ing ld lf lfer ne ng od oey of ofy ose pher rge ssip t tten uge urd vern wn GR ab ade ader aft
        ain ainy am and anny ant ape aph asp ass assy ated ater avel avy aze ease eat eed eedy een eet ew id ill im
        ime imly imy in ind ip ipe it itty ocer oove oovy otto ouch ound oup ouse out ove ovel ow ower owl own owth
        ub ubby udge uel uff umpy unt GU ard ava ess est ide ild ilt itar lf ll lly lp m mbo mmy ppy rgle sh st sto
        sty tsy tter y zzle GY m HA bit ck cker d ggle iku il ir irdo lf ll lt lter lve m mmer mper nd ndle ndy
        nger ppen ppy rdly rdy rp rrow rsh s ssle ste sten sty t tch tter ul uler unt ve ven voc wk y zard ze zel
        zily zy HE aded ader ady alth ap ar art arth arty at ater ave avy ckle ctic dge ed fty ight ld lium lix llo
        lm lmet lp lper m n nce r rald rb rbal rd rder rmit ro roic ron rs yday HI ccup d dden de gher ghly ke ker
        ll lly m nder nge nt p ppo re s ss tch ve HO ard ax bble bby ckey ist ld lder ller llow lly me ne nest ney
        nk odie of ok op opla ot p pe pper rn rnet rrid rse se st stel tdog tel und ur urly use ver w wl wler HU b
        bbub bcap ddle e g ge gely ll m man mane mble mbly mbug mid mmus nch nger ngry nt nter rdle rl rry sh sk
        sky t tch HY brid ena pe per phen IC e ebox icle on onic y ID ea eal iom le ly IF fy IG loo nite nore uana
        IM age pact pala part pede pish ply port pose IN born box ch come deed dent dex die digo door duce fant fer
        flow flux form fuse gest hale k ky laid land lay let n ner put seam sect set side sist sole step tact take
        tend tent tern to tro vent vert vest vite voke ward IO n IR is on onic ony IS land sue IT alic em self IV
        ory y JA bber ckal cket de gged guar m ngle r rgon unt unty w zz zzy JE ans er lly rky st ster t tty wel JI
        g gsaw ngle nx JO ckey g gger in iner ke ker key lly lt stle t ust vial y yful yous JU dge do g ggle ice
        icer icy mble mbo mp mper mpy ngle nior ror ry st stly KA le rate yak zoo KE el en ener enly ep eper lp
        nnel pt rnel ttle y ypad KH aki KI ck cker d ln lo lt mono n nd nder ndle ndly ng ngly osk pper t te tten
        tty wi KN ack ee it ock oll ow own KO ala i oky KR ill KU dos LA bel ce ck cy dder dle dy goon ke mb mp nce
        nd nder ne nky p pdog pel pse ptop rder rge rger rk ser sso st stly tch te tely ter test ther tte ugh unch
        urel va vish w wful wn wyer y yer yout zily zy LE ad ader af afy ague ak aky an aner ap arn ase ash ast ave
        dge dger eway ft g gacy gal gend gume mon mony mur nd nder ngth ns ntil ss sson t tter vel ver LI d fe ft
        ght ke kely lac ly mb me mit ne near nen ner neup nger nk nt on p quid st sten t tmus tter ttle ve vely ven
        zard LL ama LO ad af an bby cal cate ck cker cket cust dge dger ft fty g gger gic gin gjam go gout nely ng
        nger ok om op rry st t tion tus ud uder udly unge ve vely w wer wly yal LU ck cky ll mber mp mpy nar nch ng
        nge te xury LY nx ric MA caw cro de gic gma gnet gpie il in inly jor ke ker keup ll llet mmal n nage ngo
        nner nta ntis nual ny p ple raca rble rch rgin rina rine rk rker rket rmot roon rsh rvel scot sh sk son ss
        st t tch te trix tter ture uve ybe ze ME adow al an ant dia dian dic dium dley ek ekly et llow lody lon lt
        mber mo mory nd nder ntor nu ow rcy re rely rge rit rry sh ss ssy t tal teor thod tric tro MI cro dair dday
        ddle dst dway ght ghty ld ldly le lk lky ll ller llet me mic nce nd nder ne ner ngle ni nnow nt nty nus
        nute rage rror shap slay sled ss st ster sty tt tten x xer MO at bile cha ck de del dem dern dest dify dule
        ist lar le lten ment ney nth od ody on ose p pe ral re rsel rtar saic ss ssy st stly tel th ther tion tive
        tor tto und unt use uth ve ver vie w wer MU ch d ddle ddy esli ffin ffle g ggy lch le mble nch ral rky rmur
        scle seum sh shy sic st tter tual MY self th NA cho il me mely nny p pkin rrow tion ture val vy NE ar arby
        arer arly at ater atly bula ck ctar ed edle igh on phew rve st stle t ttle ver w wer west wly ws wt xt NI
        bble ce cely cer cest ckel ece fty ght l mble ne nety nja nth NO ble body d de ise isy mad ne odle ok on r
        rmal rth se sy tch te tice tify tion un va vel vice w zzle NU dge gget ll mb mber rse tmeg zzle NY lon OA k
        r sis t OB ey ject lige long oe tain tuse OC cupy cur ean elot tave OD d dity dly OF f fer fice fset ten OI
        l ly OK ra OL d der dest ive OM it ON ce e ion line ly set to ward yx OP al aque en ener enly era pose t
        tic tion OR ange bit ca chid der igin iole nate OS prey OT her ter OU ght nce r t tage tbid tbox tcry tdo
        ter tfit tfox tlay tlet tput tran trun tset twit OV al en er erdo erly OW e l n ner OX ide ygen OY ster OZ
        one PA ce cer ck cker cket d ddle ge id int ir l lace le llet lm mper n nda ne nel nic ntry paya per rade
        rcel rdon rent rk rka rody rrot rt rtly rty ss st sta ste stel stry t tch tchy tent th tio trol tron tty
        use ve w y yday yer PE a ace ach achy ak anut arl arly bble can ck dal el eler ep g llet n ncil nny ople
        pper ppy rch rk rky rmit rson ster stle sto t tal trol tty PH ase one oto oton rase PI ano ck cker ckle
        ckup cky cnic e er geon glet le llar llow lot n ncer nch ne ng nk nt pe per rate ston t tch ty vot xel xie
        zza PL ace acid aid an ane anet ank ant ate ay ayer aza ead ease eat edge enty iers od ot uck ucky ug ugin
        um ume unge ural us ush PO cket d dium em et etic etry int inty ise ke ker lar le licy lish lite lka llen
        lo ncho nd nder ny odle ol p plar ppy rch rt rtal rter se sh ssum st stal ster tato tion tter uch unce und
        ur ut wder wer PR aise ance ank awn efer efix eset ess etty ice ide ime imer ince int ior ism ize od ofit
        ompt ong oof op opel oper ose oton oud ove oven owl oxy une y PU blic ck ddle ff ffer ffin ffy ll lley lp
        lse ma mp n nch p pil ppet ppy re rely rer rest rple rr rse rsue sh shup t tty zzle PY lon thon QU ack ail
        aint ake arry art artz een ench ery est ick iet ill ilt irk irky it iver iz ota ote RA bbit ced cer cing
        cket dar dio dish dius ffle ft fter gged il in iny ise isin ke lly m mble men mp n nch ndom nge nger nk pid
        re rely rest rity scal te ther tio tion ttle ven vine y RE ach act ader ady al ally alm ason bate bel book
        boot call cap cede cent cess cipe cite ckon coil cord cur d deem dial do done draw duce ed ef fer fill fine
        fit flex form fuel fund fuse gain gal gard gion gret grow heat hire ject join late lax lay lent lic lief
        lish live load ly made main make mark medy mind mix mote move name nder new nt ntal nter open pack paid
        pair pay peat pel play ply port read run sale scue sell send sent set side sin sist size sort st sult sume
        tail tain take tell test tire told tro try turn type use veal vert view vise vive ward wind wire word work
        RH ino yme ythm RI bbon ce ch cher chly ddle de der dge ft ght gid ng nger nk nse pe pen pest pple se sen
        sk sky val ver vet RO ad am ar ast be bin bot bust ck cker cket cky dent deo ll ller mp of ofer okie om omy
        ost ot pe se ster sy tary tate tor ugh und uter ver w wdy wer yal RU bble by dder ffle g gby in le ler mble
        n ng nner nway ral sh st stic stle sty RY e SA ck d dden ddle dly fari fe fely fer fest fety ga ge id il
        ilor lad lami lmon lon lsa lt lty lute me mple nd ndal nder ndy ng p sh t tin uce ucer una ve ver w y SC
        ale aly an arce are arf ary ene enic ent heme hool off old one oop oot ope orch ore orer orn out owl rap
        rape rawl reen ribe ript roll rub rum uba uff ulpt urry SE a abed al aler arch ason at cond cret ctor cure
        dan ed eing ek eker em ep esaw ize ldom lect lf ll ller nd nder nior nse nsor ntry quel quin rene ries rve
        rver same t tter ttle tup ven vere w wn SH abby ack ade adow ady ake aken aker aky all ape aper ard are ark
        arp awl e eep eer eet elf ell ield ift in ine iny ip irt iver oal ock oe one ook op ore ort ould out ove
        ovel ow ower own owy red rew riek rill rimp rink rub rug ut y yly SI de eve ft fter gh ght gn gnal gnup
        lent lk lken lky lly lo lver mile mmer mple mply nce ng nger ngle nk nker p r ren ster t tter x xth xty ze
        zzle SK ate ater etch ewer i id ier ill im ip irt it y SL ab ack alom am ang ate ed eek eep eepy eet eeve
        eigh ept euth ice icer ick id ide ider ight im ime imy ing ip iver og ogan ope ot oth ouch ow ower owly
        udge ug ump urp ush ushy y SM all art ash ell ile iley irk ock og oky ooth udge SN ack ag ail ake ap appy
        are arl azzy eak eaky eeze ip oop ooze ore out ow owy ug ugly SO ak ap apy ar ccer cial ck cket da dium fa
        ft ften ftly ggy il lar ld lder le lely lemn lid lo lve lver me nar nata ng nic nnet on oner ot othe rrow
        rry rt und up ur urce uth y SP a ace am an are ark arse eak eck eech eed eedy ell end ent here hinx ice icy
        ider ike iky ill in ine iral ire lash lat lice lint lit oil oke oken onge ongy oof ooky ool oon ort orty ot
        ouse out rang rawl ray read ree rig ring rint rite rout ruce rung un ur y SQ uad uare uash uawk ueak ueal
        uid uire uirm uish ST able ack aff age air ale all amp ance and anza aple ar arch arry art ate atic atue
        atus ay eady eak eam eed eel eep eer em ep ereo ern ew ick icky ill ilt ing int ir itch oat ock omp one ood
        op ore ork orm ormy ory ove ow rain rand raw ray reak ream reet ress rict ride rike ring ripe rive robe
        roll rong rum rung rut ub uck udio udy uff uffy ump ung unt urdy yle ylus SU bmit bset btle btly burb bway
        ch dden ds ede ffix gar gary it lk mmer mmit mmon n ndae ng nhat nk nken nlit nny nset ntan per perb pper
        pply re rely rf rfer rge rvey shi SW am amp ampy an ap arm atch ay eep eet ell ept erve ift im ing ipe irl
        ish itch ivel oop um ung SY mbol ntax rup rupy stem TA b bby ble blet ck ckle co ct ctic ffy g il ilor ke
        ken ker lent lk lker ll ller lly lon me mer n ndem ngle ngo ngy nker p pe pir rget rmac rp sk ssel ste ster
        sty ught wny x xi TE a ach acup ak al am apot ar ddy eth ll ller mper mpo n nant nd nder nnis nor nse nt
        nth rm st ster ther xt TH ank at atch aw e em eme en eory ere ese esis ey ick in ink ird irst irty is orn
        orny ose ough read ree rift rill rive rone row ud umb ump us wart TI ara ck cket ckle dal de dier dy e ger
        ghts le ll lt mber me mely mer mid n ngle nsel nt ny p ptoe ptop red ring ssue tle TO ad ast asty day e
        ffee fu ga ggle il ken ld mato n ne ner ngs nic ok ol oth othy p paz pic pple rch rn ss tal te ucan ugh ur
        ward wel wer wing wn y TR ace acer ack ade ader ail ain ait am ap ash avel awl ay ead eat eaty eble ee ek
        emor ench end endy ial ick icky ifle im io ip iple ipod ivia oop ophy opic ot ough out owel uce uck udge ue
        uly unk ust usty uth y TU b ba be ck ft g lip mble mmy na ndra ne ner nic nnel rbo rf rn rner rnip rret
        rtle sk ssle tor tu xedo TW eed eet elve enty ice ig in ine irl ist itch o TY coon ing pe pist UL tra UM
        pire UN able bend bolt box cle clip clog coil cork der did do done ease easy even fair fold furl hook hurt
        ify ion ique ison it ite ity just kind lace less like lit load lock made mask pack paid pick pin plug read
        real ripe roll ruly safe said seal seen sent sold sure tidy tie til told true used wind wise wrap zip UP
        beat date end hill hold keep land lift load on per roar root set side take time town turn ward wind UR ban
        chin ge gent US able age e eful er her ual UT most ter VA cant cate cuum gue let lid lley lue lve n ne nish
        nity ried se st stly t ult VE ctor er gan ggie lvet ndor nt nue rb rbal rge rify rse rsus rtex ry ssel st t
        to VI able be deo ew ewer lla ne nyl ola olet olin per rtue sa sion sit sor sta sual tal vid VO cal ice id
        le lley lt lume rtex uch w wel yage WA cky d ddle de der fer ffle ft g ge ger gon ist it iter ke ken lk
        lker ll llet llow lnut lrus ltz nd nder nt rble rd rden rm rmer rmly rmth rn rp ry s sh sher sp tch ter
        tery ve vy x xy y WE alth ar ary ave aver b dge ek ekly ird ld lder ll nt re st WH ale arf at eat eel en
        ere ich iff ile im imsy irl isk o ole om ose y WI ck cker de dely den dest dget dth fe g ggle ld ldly ll
        llow lt n nce nch nd ndow ndy ng nger nk nner nter pe per re ry sdom se sely sh sp spy th thin tty zard WO
        bble bbly k lf man mbat nder nky nton od oden ol rd rdy rk rker rld rm rn rry rse rsen rst rth rthy ven WR
        ap eath eck en ench ist iter ong ote YA cht k m p rd rn wn YE ar arly arn ll llow lp s t ti YI eld YO del
        ga lk u ur uth YU mmy ZA ny p ZE al bra nith ro st sty ZI gzag nc ng p pper ppy ZO ne o om
        """
}
